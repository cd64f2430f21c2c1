'use strict';
// Runs inside QuickJS when the user's code first names `Intl` or calls a `toLocale…String`. Sent there as text, so it uses nothing from
// outside but `ask`, which has the thread answer a question.
module.exports = function formats(ask) {
  const crossing = (value) => {
    if (value instanceof Date) return { date: value.getTime() };
    if (typeof value === 'bigint') return { bigint: `${value}` };
    return typeof value === 'object' && value !== null && Symbol.iterator in value ? [...value] : value;
  };
  const format = (type, locales, options, method, args) =>
    ask('format', { type, locales, options, method, args: args.map(crossing) });
  const formatter = (type, methods) => {
    const Format = function (locales, options) {
      if (!(this instanceof Format)) return new Format(locales, options);
      format(type, locales, options, 'resolvedOptions', []);
      for (const method of methods)
        this[method] = (...args) =>
          format(type, locales, options, method, args.length ? args : defaults(type));
    };
    Object.defineProperty(Format, 'name', { value: type });
    return Format;
  };
  const defaults = (type) => (type === 'DateTimeFormat' ? [new Date()] : []);
  const Intl = {};
  for (const [type, methods] of Object.entries({
    NumberFormat: ['format', 'formatToParts', 'resolvedOptions'],
    DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
    Collator: ['compare', 'resolvedOptions'],
    PluralRules: ['select', 'resolvedOptions'],
    RelativeTimeFormat: ['format', 'resolvedOptions'],
    ListFormat: ['format', 'resolvedOptions'],
    DisplayNames: ['of', 'resolvedOptions'],
  }))
    Intl[type] = formatter(type, methods);
  const SHOWN = { date: ['year', 'month', 'day', 'weekday', 'dateStyle'], time: ['hour', 'minute', 'second', 'timeStyle', 'dayPeriod', 'fractionalSecondDigits'] }; // prettier-ignore
  const filled = (options = {}, date, time) => {
    const named = [...SHOWN.date, ...SHOWN.time].some((key) => options[key] !== undefined);
    if (named) return options;
    const day = { year: 'numeric', month: 'numeric', day: 'numeric' };
    const hour = { hour: 'numeric', minute: 'numeric', second: 'numeric' };
    return { ...(date && day), ...(time && hour), ...options };
  };
  const date = (value, locales, options) =>
    Number.isNaN(value.getTime())
      ? 'Invalid Date'
      : format('DateTimeFormat', locales, options, 'format', [value]);
  const localised = {
    number: (value, locales, options) =>
      format('NumberFormat', locales, options, 'format', [value.valueOf()]),
    dateTime: (value, locales, options) => date(value, locales, filled(options, true, true)),
    date: (value, locales, options) => date(value, locales, filled(options, true, false)),
    time: (value, locales, options) => date(value, locales, filled(options, false, true)),
    compare: (value, other, locales, options) =>
      format('Collator', locales, options, 'compare', [`${value}`, `${other}`]),
  };

  return { Intl: Object.freeze(Intl), localised };
};
