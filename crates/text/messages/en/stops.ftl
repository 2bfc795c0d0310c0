### Plans at the stops of controls.

# A stop, and the state, memory and MFU of its plan.
# $stop (text) $state (text) $need (size) $mfu (percent)
leads-to = { $stop }: { $state }, { $need }, MFU { $mfu }

# A stop, and why its plan cannot exist.
# $stop (text) $verdict (text) $reason (text)
impossible-because = { $stop }: { $verdict }. { $reason }

# A stop whose plan a framework does not run.
# $release (text)
lacked-by = not in { $release }

## Other differences of two plans after a change of one control; the first one begins a sentence.

# $place (first | further) $before (count) $now (count)
moved-data =
    { $place ->
        [first] Data parallel { $before } → { $now }
       *[further] data parallel { $before } → { $now }
    }

# $place (first | further) $before (count) $now (count)
moved-micro-batches =
    { $place ->
        [first] Micro-batches a pipeline { $before } → { $now }
       *[further] micro-batches a pipeline { $before } → { $now }
    }

# $place (first | further) $before (count) $now (count)
moved-global =
    { $place ->
        [first] Global batch { $before } → { $now }
       *[further] global batch { $before } → { $now }
    }

# The numbers that a field takes.
# $first (text) $last (text)
enter = Enter a number from { $first } to { $last }.
