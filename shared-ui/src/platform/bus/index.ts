/**
 * Entry `shared-ui/bus`: events between shell and remotes (docs/shared-ui.md#events).
 * @module
 */
export type { BusEventName, BusEvents, Change } from '../../contract/bus.ts';
export { publish, subscribe } from './bus.ts';
