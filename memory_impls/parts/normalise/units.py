"""Names of units and currencies, English and Chinese, to one canonical symbol each.

Aliases of one unit are equal; two units never are, whatever their sizes: 1 Gbps is not 1000 Mbps
(declared in docs/protocol.md, "Matching").
"""

from __future__ import annotations

__all__ = ["CASED_UNITS", "CURRENCIES", "CURRENCY_MARKS", "UNITS"]

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
    "NZD": "nzd new-zealand-dollars",
    "CHF": "chf francs swiss-francs swiss-franc 瑞士法郎 瑞郎",
    "SEK": "sek kronor krona",
    "NOK": "nok",
    "DKK": "dkk",
    "BRL": "brl reais",
    "MXN": "mxn",
    "RUB": "rub roubles rubles rouble ruble 卢布",
    "THB": "thb baht 泰铢",
    "VND": "vnd dong 越南盾",
    "TRY": "try lira",
    "ZAR": "zar rand",
    "PLN": "pln zloty",
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
    "li": "里 里地 华里",
    "m2": "m2 m² sqm square-metres square-metre square-meters square-meter 平方米 平米 平",
    "ft2": "sqft square-feet square-foot 平方英尺",
    "mu": "亩",
    "ha": "ha hectare hectares 公顷",
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes 公斤 千克",
    "g": "g gram grams gramme grammes 克",
    "mg": "mg milligram milligrams 毫克",
    "ug": "ug mcg µg μg microgram micrograms 微克",
    "lb": "lb lbs pound pounds 磅",
    "oz": "oz ounce ounces 盎司",
    "jin": "jin 斤 市斤",
    "t": "tonne tonnes ton tons 吨",
    "l": "l litre litres liter liters 升 公升",
    "ml": "ml millilitre millilitres milliliter milliliters 毫升",
    "gal": "gallon gallons 加仑",
    "cup": "cup cups 杯",
    "ms": "ms millisecond milliseconds 毫秒",
    "s": "s sec secs second seconds 秒 秒钟",
    "min": "min mins minute minutes 分钟",
    "h": "h hr hrs hour hours 小时 个小时 钟头 个钟头",
    "day": "day days 天 日",
    "week": "week weeks wk wks 周 星期 个星期 礼拜 个礼拜",
    "month": "month months 个月",
    "year": "year years yr yrs 年 岁 周岁",
    "decade": "decade decades",
    "bit/s": "bps",
    "kbit/s": "kbps kbit/s kb/s",
    "Mbit/s": "mbps mbit/s 兆每秒",
    "Gbit/s": "gbps gbit/s",
    "B": "byte bytes 字节",
    "kB": "kilobyte kilobytes kib",
    "MB": "mb megabyte megabytes mib",
    "GB": "gb gig gigs gigabyte gigabytes gib",
    "TB": "tb terabyte terabytes tib",
    "degC": "°c ℃ celsius degrees-celsius degree-celsius 摄氏度",
    "degF": "°f ℉ fahrenheit degrees-fahrenheit 华氏度",
    "deg": "degree degrees ° 度",
    "W": "w watt watts 瓦",
    "kW": "kw kilowatt kilowatts 千瓦",
    "MW": "megawatt megawatts 兆瓦",
    "kWh": "kwh 度电 千瓦时",
    "V": "volt volts 伏",
    "mAh": "mah 毫安时",
    "Hz": "hz hertz 赫兹",
    "kHz": "khz",
    "MHz": "mhz",
    "GHz": "ghz",
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
    "kB/s": "kB/s", "MB/s": "MB/s", "GB/s": "GB/s", "Mb/s": "Mbit/s", "Gb/s": "Gbit/s",
    "MBps": "MB/s", "GBps": "GB/s", "kB": "kB", "KB": "kB", "kb": "kbit", "Mb": "Mbit",
    "Gb": "Gbit", "mW": "mW", "MW": "MW",
}  # fmt: skip
"""Units whose case decides; looked up before the others."""


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
