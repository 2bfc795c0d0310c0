### Found by name.
### The texts of `index.html` and of `static/embed.js`, which stand there before the
### program runs.

# The page's title, as tabs and search engines show it.
title = Shardwise: a planner for large-model pre-training

# For search engines and cards of links.
description = Drag model size, cluster, TP, PP, CP, DP, ZeRO and checkpointing, and see live what
    each GPU must hold, how long stages wait, what MFU is left, what it costs, and why.

# Below the name of the planner.
subject = A planner for large-model pre-training

estimating = Estimating…

# Without JavaScript; the command comes after it.
no-script = Shardwise computes everything in your browser and needs JavaScript and WebAssembly,
    which are switched off here. The same model runs as a command:

failed = The planner could not start or has stopped. Your plan is safe in the address: try again, or
    open it in a recent browser with WebAssembly.

slow = The planner is still loading. Your plan is safe in the address.

try-again = Try again

# An element that embeds the planner cannot find it.
no-address = No address of the planner is known.

# The script of the element writes the number in place of the braces.
late = The planner has not started within {"{"}0{"}"} seconds.
