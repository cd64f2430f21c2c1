import { howMany } from '../../base/how-many';
import type { Chunk } from './livelog-chunker';

/** One finding of the model. */
export interface Alert {
  readonly time: string;
  readonly first_line: number;
  readonly last_line: number;
  readonly summary: string;
}

const MOST_ALERTS = 50;

/** The result of following a log: how much was seen and judged, and what was found. */
export class Findings {
  lines = 0;
  /** Chunks that the model was asked about. */
  chunks = 0;
  /** Lines that were not sent to the model, or got no verdict. */
  readonly notJudged = { cooldown: 0, dropped: 0, failed: 0 };
  failures = 0;
  /** Why the model gave no verdict the last time. */
  trouble: string | undefined;
  private readonly alerts: Alert[] = [];
  private alertCount = 0;

  /** Adds an alert; only the latest are kept. */
  add(chunk: Chunk, summary: string): void {
    this.alertCount++;
    this.alerts.push({
      time: new Date().toISOString(),
      first_line: chunk.first,
      last_line: chunk.last,
      summary,
    });
    if (this.alerts.length > MOST_ALERTS) this.alerts.shift();
  }

  /** Summarises the progress in one line. */
  line(): string {
    const { lines, chunks, alertCount } = this;
    return `${howMany(lines, 'line')} followed, ${howMany(chunks, 'chunk')} sent to the model, ${howMany(alertCount, 'alert')}`;
  }

  /** Returns all findings as text for agents. */
  text(): string {
    const { notJudged, failures, trouble } = this;
    const earlier = this.alertCount - this.alerts.length;
    const unseen = [
      notJudged.cooldown && `${notJudged.cooldown} during the cooldown after an alert`,
      notJudged.dropped && `${notJudged.dropped} dropped, because the model was too slow for the log`,
      notJudged.failed && `${notJudged.failed} on which the model gave no verdict`,
    ].filter(Boolean);
    return [
      `${this.line()}.`,
      ...(earlier ? [`${earlier} earlier alerts are no longer kept.`] : []),
      ...this.alerts.map(
        (alert) =>
          `Alert (${alert.time}, ${lineNumbers(alert.first_line, alert.last_line)}): ${alert.summary}`,
      ),
      ...(unseen.length ? [`Lines not judged: ${unseen.join('; ')}.`] : []),
      ...(failures ? [`The model failed ${howMany(failures, 'time')}. The last time: ${trouble}.`] : []),
    ].join('\n');
  }

  /** Returns the findings as data. */
  data(): Record<string, unknown> {
    const { lines, chunks, alerts, alertCount, notJudged, failures, trouble } = this;
    return {
      lines,
      chunks,
      alert_count: alertCount,
      alerts: [...alerts],
      lines_not_judged: { ...notJudged },
      model_failures: failures,
      ...(trouble !== undefined && { last_model_failure: trouble }),
    };
  }
}

/** Describes a range of lines. */
export function lineNumbers(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
