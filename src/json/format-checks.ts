import { isIPv6 } from 'node:net';

/** What a format demands besides its pattern, which can't say which days a month has or when a second is a leap second. */
export const FORMAT_CHECKS: Readonly<Record<string, (text: string) => boolean>> = Object.freeze({
  date: isDay,
  time: isTime,
  'date-time': (text) => isDay(text.slice(0, 10)) && isTime(text.slice(11)),
  ipv6: isIPv6,
});

// The Gregorian calendar, carried back to the year 0000 as RFC 3339 has it. The pattern has been met.
function isDay(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  if (day <= 28) return true;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

// A leap second is the last of a day in UTC.
function isTime(text: string): boolean {
  if (text.slice(6, 8) !== '60') return true;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  const local = Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return (local - offset + 2 * DAY) % DAY === DAY - 1;
}

const DAY = 24 * 60;
