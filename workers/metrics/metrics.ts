/**
 * Counters and durations of this isolate, in Prometheus' text format (prometheus.io, "Exposition formats"). A server of one's
 * own has one isolate. On the platform there are many, and each answers with its own figures.
 */

type Labels = Readonly<Record<string, string | number>>;

/** Upper bounds of a histogram's buckets, seconds. */
const BUCKETS_SEC = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Every metric, and its help text. */
const METRICS = {
  tutti_http_requests_total: "counter Requests by kind and status.",
  tutti_http_request_seconds: "histogram Time until a response began, by kind of request.",
  tutti_room_commands_total: "counter Commands that rooms have received, by outcome.",
  tutti_room_command_seconds: "histogram Time that a room has needed to execute a command and send its events.",
  tutti_people_present: "gauge Signed-in people and guests' devices in rooms.",
  tutti_errors_total: "counter Unexpected errors by place.",
  tutti_rooms: "gauge Rooms that exist.",
  tutti_users: "gauge Accounts that exist.",
  tutti_audio_files: "gauge Stored audio files.",
  tutti_storage_bytes: "gauge Size of all stored audio files.",
  tutti_uploads_open: "gauge Uploads that were announced and not finished.",
} as const;

export type MetricName = keyof typeof METRICS;
type Histogram = { readonly counts: number[]; sum: number; total: number };

const values = new Map<MetricName, Map<string, number>>();
const histograms = new Map<MetricName, Map<string, Histogram>>();

/** Adds to a counter or a gauge. */
export function count(name: MetricName, labels: Labels = {}, by = 1): void {
  const series = getOrCreate(values, name, () => new Map<string, number>());
  const key = formatLabels(labels);
  series.set(key, (series.get(key) ?? 0) + by);
}

/** Records a duration. */
export function observe(name: MetricName, ms: number, labels: Labels = {}): void {
  const series = getOrCreate(histograms, name, () => new Map<string, Histogram>());
  const create = () => ({ counts: BUCKETS_SEC.map(() => 0), sum: 0, total: 0 });
  const histogram = getOrCreate(series, formatLabels(labels), create);
  const seconds = ms / 1000;
  for (const [i, bound] of BUCKETS_SEC.entries()) if (seconds <= bound) histogram.counts[i] = (histogram.counts[i] ?? 0) + 1;
  histogram.sum += seconds;
  histogram.total += 1;
}

/** All metrics as text. `gauges` are values that were read just now. */
export function formatMetrics(gauges: Partial<Record<MetricName, number>>): string {
  const names = Object.keys(METRICS) as MetricName[];
  return names
    .flatMap((name) => formatMetric(name, gauges[name]))
    .join("\n")
    .concat("\n");
}

function formatMetric(name: MetricName, gauge: number | undefined): readonly string[] {
  const [type = "", ...help] = METRICS[name].split(" ");
  const lines = [`# HELP ${name} ${help.join(" ")}`, `# TYPE ${name} ${type}`];
  if (gauge !== undefined) return [...lines, `${name} ${gauge}`];
  const simple = [...(values.get(name) ?? [])].map(([labels, value]) => `${name}${braces(labels)} ${value}`);
  const timed = [...(histograms.get(name) ?? [])].flatMap(([labels, histogram]) => formatHistogram(name, labels, histogram));
  return [...lines, ...simple, ...timed];
}

function formatHistogram(name: MetricName, labels: string, { counts, sum, total }: Histogram): readonly string[] {
  const withBound = (bound: number | string) => braces([labels, `le="${bound}"`].filter(Boolean).join(","));
  return [
    ...BUCKETS_SEC.map((bound, i) => `${name}_bucket${withBound(bound)} ${counts[i]}`),
    `${name}_bucket${withBound("+Inf")} ${total}`,
    `${name}_sum${braces(labels)} ${sum}`,
    `${name}_count${braces(labels)} ${total}`,
  ];
}

const braces = (labels: string) => (labels === "" ? "" : `{${labels}}`);

/** Label values are names from this code and numbers, so nothing in them needs escaping. */
function formatLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(",");
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = create();
  map.set(key, value);
  return value;
}
