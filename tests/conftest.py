"""What holds for every test."""

import signal

# A shell that runs something in the background has it ignore interruptions, and what it starts inherits that; tests
# that interrupt must find what somebody at a terminal has.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
