"""Names of units and currencies, English and Chinese, and what converts exactly into what.

Aliases of one unit are equal. Two units of one family are compared after an exact conversion
(1 Gbps is 1000 Mbps, 10斤 is 5 kg). Nothing inexact is ever converted: miles and kilometres,
months and days, bytes by 1000 or 1024 never equal each other (docs/protocol.md, "Matching").
"""

from __future__ import annotations

from decimal import Decimal

__all__ = ["CASED_UNITS", "CURRENCIES", "CURRENCY_MARKS", "UNITS", "in_base_unit"]

CURRENCY_MARKS: dict[str, str] = {
    "us$": "USD", "hk$": "HKD", "nt$": "TWD", "ca$": "CAD", "c$": "CAD", "au$": "AUD",
    "a$": "AUD", "s$": "SGD", "sg$": "SGD", "nz$": "NZD", "r$": "BRL", "jp¥": "JPY", "cn¥": "CNY",
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR", "₩": "KRW", "₽": "RUB",
    "₫": "VND", "฿": "THB", "₺": "TRY", "₴": "UAH", "₿": "BTC",
}  # fmt: skip
"""Signs that stand before (or after) an amount, folded and in lower case."""

_CURRENCY_WORDS: dict[str, str] = {
    "USD": "usd dollar dollars buck bucks us-dollars us-dollar 美元 美金 美刀 刀",
    "CNY": "cny rmb yuan renminbi kuai 元 块 块钱 人民币 元人民币 圆 塊 塊錢",
    "EUR": "eur euro euros 欧元 歐元",
    "GBP": "gbp sterling quid pounds-sterling pound-sterling 英镑 英鎊 镑",
    "JPY": "jpy yen 日元 日圆 円",
    "HKD": "hkd hong-kong-dollars hong-kong-dollar 港元 港币 港幣",
    "TWD": "twd ntd 新台币 台币",
    "KRW": "krw won 韩元",
    "INR": "inr rupee rupees 卢比",
    "CAD": "cad canadian-dollars canadian-dollar 加元 加币",
    "AUD": "aud australian-dollars australian-dollar 澳元 澳币",
    "SGD": "sgd singapore-dollars singapore-dollar 新元 新加坡元 新币",
    "NZD": "nzd new-zealand-dollars new-zealand-dollar 新西兰元 纽币",
    "CHF": "chf francs franc swiss-francs swiss-franc 瑞士法郎 瑞郎",
    "SEK": "sek swedish-kronor swedish-krona 瑞典克朗",
    "NOK": "nok norwegian-kroner norwegian-krone 挪威克朗",
    "DKK": "dkk danish-kroner danish-krone 丹麦克朗",
    "CZK": "czk koruna korunas 捷克克朗",
    "HUF": "huf forint forints",
    "BRL": "brl reais real",
    "MXN": "mxn mexican-pesos mexican-peso",
    "RUB": "rub roubles rubles rouble ruble 卢布",
    "THB": "thb baht 泰铢",
    "VND": "vnd dong 越南盾",
    "TRY": "turkish-lira lira 里拉",
    "ZAR": "zar rand 兰特",
    "PLN": "pln zloty zlotys 兹罗提",
    "ILS": "ils shekel shekels",
    "AED": "aed dirham dirhams 迪拉姆",
    "BTC": "btc bitcoin bitcoins 比特币",
    "ETH": "eth ether",
}

_UNIT_WORDS: dict[str, str] = {
    "m": "m metre metres meter meters 米 公尺",
    "km": "km kms kilometre kilometres kilometer kilometers 公里 千米",
    "cm": "cm centimetre centimetres centimeter centimeters 厘米 公分",
    "mm": "mm millimetre millimetres millimeter millimeters 毫米",
    "mi": "mi mile miles 英里",
    "ft": "ft foot feet 英尺",
    "in": "inch inches 英寸 寸",
    "yd": "yard yards",
    "li": "里 里地 华里 里路",
    "m2": "m2 m² sqm square-metres square-metre square-meters square-meter 平方米 平米 平方 平",
    "km2": "km2 km² square-kilometres square-kilometers 平方公里",
    "ft2": "sqft sq-ft square-feet square-foot 平方英尺",
    "m3": "m3 m³ cubic-metres cubic-meters 立方米 立方",
    "mu": "亩",
    "ha": "ha hectare hectares 公顷",
    "acre": "acre acres 英亩",
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes 公斤 千克",
    "g": "g gram grams gramme grammes 克",
    "mg": "mg milligram milligrams 毫克",
    "ug": "ug mcg µg μg microgram micrograms 微克",
    "lb": "lb lbs pound pounds 磅",
    "oz": "oz ounce ounces 盎司",
    "jin": "jin 斤 市斤",
    "liang": "市两",
    "t": "tonne tonnes ton tons 吨",
    "l": "l litre litres liter liters 升 公升",
    "dl": "dl decilitre decilitres",
    "cl": "cl",
    "ml": "ml millilitre millilitres milliliter milliliters 毫升",
    "gal": "gallon gallons 加仑",
    "cup": "cup cups 杯",
    "ms": "ms msec millisecond milliseconds 毫秒",
    "s": "s sec secs second seconds 秒 秒钟",
    "min": "min mins minute minutes 分钟",
    "h": "h hr hrs hour hours 小时 个小时 钟头 个钟头 钟",
    "day": "day days 天 日",
    "week": "week weeks wk wks 周 星期 个星期 礼拜 个礼拜",
    "month": "month months mo mos 个月",
    "year": "year years yr yrs 年 岁 周岁",
    "decade": "decade decades",
    "bit/s": "bps",
    "kbit/s": "kbps kbit/s kb/s",
    "Mbit/s": "mbps mbit/s megabits-per-second 兆每秒",
    "Gbit/s": "gbps gbit/s gigabits-per-second",
    "B": "byte bytes 字节",
    "kB": "kilobyte kilobytes",
    "KiB": "kib kibibytes",
    "MB": "mb megabyte megabytes",
    "MiB": "mib mebibytes",
    "GB": "gb gig gigs gigabyte gigabytes",
    "GiB": "gib gibibytes",
    "TB": "tb terabyte terabytes",
    "degC": "°c ℃ celsius degrees-celsius degree-celsius degrees-c 摄氏度",
    "degF": "°f ℉ fahrenheit degrees-fahrenheit degrees-f 华氏度",
    "deg": "degree degrees ° 度",
    "W": "w watt watts 瓦",
    "kW": "kw kilowatt kilowatts 千瓦",
    "MW": "megawatt megawatts 兆瓦",
    "Wh": "wh 瓦时",
    "kWh": "kwh 度电 千瓦时",
    "V": "v volt volts 伏 伏特",
    "A": "amp amps ampere amperes 安培",
    "mAh": "mah 毫安时",
    "Hz": "hz hertz 赫兹",
    "kHz": "khz",
    "MHz": "mhz",
    "GHz": "ghz",
    "Pa": "pa pascal pascals 帕",
    "hPa": "hpa 百帕",
    "kPa": "kpa 千帕",
    "bar": "bar bars",
    "psi": "psi",
    "dB": "db decibel decibels 分贝",
    "km/h": "km/h kmh kph 公里每小时",
    "mph": "mph miles-per-hour",
    "m/s": "m/s 米每秒",
    "kcal": "kcal calorie calories 千卡 大卡 卡路里",
    "rpm": "rpm",
    "px": "px pixel pixels 像素",
    "token": "token tokens",
    "pp": "percentage-point percentage-points pp 个百分点",
    "permille": "‰ permille",
}

CASED_UNITS: dict[str, str] = {
    "kB/s": "kB/s", "KB/s": "kB/s", "MB/s": "MB/s", "GB/s": "GB/s", "Mb/s": "Mbit/s",
    "Gb/s": "Gbit/s", "MBps": "MB/s", "GBps": "GB/s", "kB": "kB", "KB": "kB", "kb": "kbit",
    "Mb": "Mbit", "Gb": "Gbit", "mW": "mW", "MW": "MW", "MPa": "MPa", "mV": "mV", "kV": "kV",
}  # fmt: skip
"""Units whose case decides; looked up before the others."""

_FAMILIES: tuple[dict[str, str], ...] = (
    {"m": "1", "km": "1000", "cm": "0.01", "mm": "0.001", "li": "500"},
    {"in": "1", "ft": "12", "yd": "36", "mi": "63360"},
    {"m2": "1", "ha": "10000", "km2": "1000000"},
    {"kg": "1", "g": "0.001", "mg": "0.000001", "ug": "1e-9", "t": "1000", "jin": "0.5",
     "liang": "0.05"},
    {"oz": "1", "lb": "16"},
    {"l": "1", "dl": "0.1", "cl": "0.01", "ml": "0.001", "m3": "1000"},
    {"s": "1", "ms": "0.001", "min": "60", "h": "3600", "day": "86400", "week": "604800"},
    {"month": "1", "year": "12", "decade": "120"},
    {"bit/s": "1", "kbit/s": "1e3", "Mbit/s": "1e6", "Gbit/s": "1e9", "kB/s": "8e3",
     "MB/s": "8e6", "GB/s": "8e9"},
    {"mW": "0.001", "W": "1", "kW": "1000"},
    {"Wh": "1", "kWh": "1000"},
    {"mV": "0.001", "V": "1", "kV": "1000"},
    {"Hz": "1", "kHz": "1e3", "MHz": "1e6", "GHz": "1e9"},
    {"Pa": "1", "hPa": "100", "kPa": "1000", "MPa": "1e6", "bar": "1e5"},
    {"%": "1", "permille": "0.1"},
)  # fmt: skip
"""Factors to the first unit of each family, all exact by definition."""

_FACTORS = {
    symbol: (next(iter(family)), Decimal(factor))
    for family in _FAMILIES
    for symbol, factor in family.items()
}


def in_base_unit(value: Decimal, unit: str) -> tuple[Decimal, str]:
    """Convert an amount to the base unit of its family, exactly; others stay as they are.

    >>> in_base_unit(Decimal("0.94"), "Gbit/s") == in_base_unit(Decimal("940"), "Mbit/s")
    True
    >>> in_base_unit(Decimal("5"), "mi") == in_base_unit(Decimal("5"), "km")
    False
    """
    base, factor = _FACTORS.get(unit, (unit, Decimal(1)))
    return value * factor, base


def _by_alias(table: dict[str, str]) -> dict[str, str]:
    return {
        alias.replace("-", " "): symbol
        for symbol, aliases in table.items()
        for alias in aliases.split()
    }


CURRENCIES = _by_alias(_CURRENCY_WORDS)
"""Currency words and codes in lower case to ISO 4217 codes."""

UNITS = _by_alias(_UNIT_WORDS)
"""Unit words and symbols in lower case to canonical symbols."""
