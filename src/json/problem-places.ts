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
