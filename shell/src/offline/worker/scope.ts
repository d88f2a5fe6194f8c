/** The global scope, as what it is here: the library's types say "window". */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope;

/** Every open page of this origin, also those that this worker does not serve yet. */
export const openPages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
