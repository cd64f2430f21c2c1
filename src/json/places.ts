import type { Report } from './report';

/** Puts the place in front of what was reported since a mark; costs nothing when nothing was. */
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

/** A place inside another one: `point` and `x` are `point.x`, `tags` and `[2]` are `tags[2]`. */
export function joinPlace(place: string, rest: string): string {
  if (rest === '' || place === '') return place + rest;
  return rest.startsWith('[') ? place + rest : `${place}.${rest}`;
}
