import type { Report } from './check-report';

/** Prefixes problems reported since a mark with their place; costs nothing if there are none. */
export function prefixPlaces(
  report: Report,
  problemsBefore: number,
  repairsBefore: number,
  place: string,
): void {
  for (let i = problemsBefore; i < report.problems.length; i++) {
    report.problems[i]!.field = joinPlace(place, report.problems[i]!.field);
  }
  for (let i = repairsBefore; i < report.repairs.length; i++) {
    report.repairs[i]!.field = joinPlace(place, report.repairs[i]!.field);
  }
}

/** Joins two places: `point` and `x` to `point.x`, `tags` and `[2]` to `tags[2]`. */
export function joinPlace(place: string, rest: string): string {
  if (rest === '' || place === '') return place + rest;
  return rest.startsWith('[') ? place + rest : `${place}.${rest}`;
}

/** Returns the first step of a place: `owner` of `owner.phones[0]`. */
export function rootOf(place: string): string {
  return /^[^.[]*/.exec(place)![0];
}

/** Returns those of some places that are inside another, as they are called there. */
export function placesBelow(place: string, places: readonly string[]): string[] {
  return places
    .filter((each) => each.startsWith(place) && /^[.[]/.test(each.slice(place.length)))
    .map((each) => each.slice(place.length).replace(/^\./, ''));
}
