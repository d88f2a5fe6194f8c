import { useEffect, useRef } from 'react';
import { type BusEventName, type BusEvents, readBusEvent } from '../../contract/bus.ts';
import { runtimeConfig } from '../runtime.ts';

/**
 * Subscribers by name of the event. Each page has one copy of this module, the shell's. A sandboxed remote has its own
 * page, so it takes no part.
 */
const subscribers = new Map<string, Set<(payload: unknown) => void>>();

/** What a developer may see of an event: never its values, which may be a patient's. */
export interface PublishedEvent {
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  fields: string[];
}

const KEPT_EVENTS = 50;

const published: PublishedEvent[] = [];

/** Returns the last events of this page, oldest first. */
export const recentEvents = (): readonly PublishedEvent[] => published;

/** Returns the payload if it has the shape that this version defines. @throws ShapeError in development only */
function validPayload<Name extends BusEventName>(name: Name, payload: unknown): BusEvents[Name] | undefined {
  try {
    return readBusEvent(name, payload);
  } catch (error) {
    if (runtimeConfig().dev) throw error;
    console.warn(`The event "${name}" was not delivered:`, error);
    return undefined;
  }
}

/**
 * Delivers an event to its current subscribers, in the order of their subscription. An invalid payload, such as that of
 * a remote built with another version, is dropped with a warning; in development it throws ShapeError. An error in a
 * subscriber reaches neither the publisher nor other subscribers; it is reported like any uncaught error.
 */
export function publish<Name extends BusEventName>(name: Name, payload: BusEvents[Name]): void {
  const valid = validPayload(name, payload);
  if (!valid) return;
  published.push({ name, at: Date.now(), fields: Object.keys(valid) });
  if (published.length > KEPT_EVENTS) published.shift();
  for (const deliver of [...(subscribers.get(name) ?? [])]) {
    try {
      deliver(valid);
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * Calls `onEvent` with a copy of the payload of each event of this name published from now on. Earlier events are not
 * repeated: fetch what they were about when subscribing.
 * @returns function that ends the subscription
 */
export function subscribe<Name extends BusEventName>(
  name: Name,
  onEvent: (payload: BusEvents[Name]) => void,
): () => void {
  const deliver = (payload: unknown) => onEvent(readBusEvent(name, payload));
  const others = subscribers.get(name) ?? new Set();
  subscribers.set(name, others.add(deliver));
  return () => void others.delete(deliver);
}

/**
 * Calls `onChange` with the id of what changed on the server, for each change of a kind such as `request.updated`
 * while the component is mounted.
 */
export function useChange(kind: string, onChange: (id: string) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(
    () =>
      subscribe('change@1', (change) => {
        if (change.kind === kind) latest.current(change.id ?? '');
      }),
    [kind],
  );
}
