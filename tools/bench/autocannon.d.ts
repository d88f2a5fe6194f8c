/** The part of autocannon's API used by the bench; the package has no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    connections: number;
    /** In seconds. */
    duration: number;
  }
  interface Result {
    requests: { average: number };
    /** In milliseconds. */
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
