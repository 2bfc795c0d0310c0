decimal-mark = ,
group-mark = {"\u00A0"}
plus-sign = {""}
days =
    { $value ->
        [one] { $value }{"\u00A0"}den
        [few] { $value }{"\u00A0"}dny
        [many] { $value }{"\u00A0"}dne
       *[other] { $value }{"\u00A0"}dní
    }
