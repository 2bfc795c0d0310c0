decimal-mark = ,
group-mark = .
thousands = { $value }{"\u00A0"}Tsd.
millions = { $value }{"\u00A0"}Mio.
billions = { $value }{"\u00A0"}Mrd.
trillions = { $value }{"\u00A0"}Bio.
percent = { $share }{"\u00A0"}%
points = { $change }{"\u00A0"}Punkte
range = { $low } bis { $high }
milliseconds = { $value }{"\u00A0"}ms
seconds = { $value }{"\u00A0"}Sek.
minutes = { $value }{"\u00A0"}Min.
hours = { $value }{"\u00A0"}Std.
days =
    { $value ->
        [one] { $value }{"\u00A0"}Tag
       *[other] { $value }{"\u00A0"}Tage
    }
years =
    { $value ->
        [one] { $value }{"\u00A0"}Jahr
       *[other] { $value }{"\u00A0"}Jahre
    }
dollars = { $amount }{"\u00A0"}$
list-separator = {" "}/{" "}
clause-separator = {" "}//{" "}
list-cut = { $list } usw.
