/** The global scope with its actual type: TypeScript's DOM library declares a window. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope;

/** Returns all open pages of this origin, including those that this worker does not control yet. */
export const openPages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
