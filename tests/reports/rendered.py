"""A page as a browser lays it out: what sticks out of it, what is cut, and which boxes scroll without saying so."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LOOK = """
for (const each of document.querySelectorAll("details")) each.open = true;
const shown = each => { const box = each.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const name = each => each.tagName + "." + each.getAttribute("class") + ": " + each.textContent.trim().slice(0, 60);
const outside = [], clipped = [], silent = [], loose = [];
for (const each of document.body.querySelectorAll("*")) {
  if (!shown(each) || each.closest("svg") && each.tagName !== "svg") continue;
  const scrolls = each.parentElement.closest(".scroll, figure.wide, pre");
  if (each.getBoundingClientRect().right > innerWidth + 1 && !scrolls) outside.push(name(each));
}
for (const each of document.querySelectorAll("td, th"))
  if (shown(each) && each.scrollWidth > each.clientWidth + 1) clipped.push(name(each));
for (const box of document.querySelectorAll(".scroll")) {
  if (!shown(box) || box.scrollWidth <= box.clientWidth + 1) continue;
  const hint = box.nextElementSibling;
  if (!hint || !hint.classList.contains("hint") || !shown(hint)) silent.push(name(box));
  const first = box.querySelector("td");
  const before = first.getBoundingClientRect().left;
  box.scrollLeft = 60;
  if (Math.abs(first.getBoundingClientRect().left - before) > 1) loose.push(name(box));
}
const large = [...document.querySelectorAll(".grid.two svg")].map(each => each.getBoundingClientRect().width);
const words = [...document.querySelectorAll(".grid.two svg text")].map(each => each.getBoundingClientRect().height);
parent.postMessage(JSON.stringify({
  width: innerWidth, page: document.documentElement.scrollWidth, outside, clipped, silent, loose,
  narrowest: large.length ? Math.min(...large) : 0, smallest: words.length ? Math.min(...words) : 0,
}), "*");
"""
FRAME = """<!doctype html><script>onmessage = said => { document.body.textContent = "[[" + said.data + "]]"; };</script>
<body><iframe src="{page}" style="border:0;width:{width}px;height:2000px"></iframe></body>
"""


def laid_out(page: str, width: int, folder: Path) -> dict:
    """What a browser finds at this width, all details open; the page itself runs no script, so a copy does.

    The copy stands in a frame: a browser's window is never narrower than 500 pixels.
    """
    allowed = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
    copy, frame = folder / "copy.html", folder / f"frame-{width}.html"
    copy.write_text(allowed.replace("</body>", f"<script>{LOOK}</script></body>"), encoding="utf-8")
    frame.write_text(FRAME.replace("{page}", copy.name).replace("{width}", str(width)), encoding="utf-8")
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"]
    command += ["--virtual-time-budget=20000", f"--window-size={max(width, 500)},2000"]
    command += [f"--user-data-dir={folder / 'profile'}", frame.as_uri()]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(unescape(found[found.rindex("[[{") + 2 : found.rindex("}]]") + 1]))
