/** Searches page by page: the first answer keeps what was found, and the links lead through it. */
import { randomUUID } from 'node:crypto';
import type { Resource } from './resources.ts';

/** Most resources on a page. */
const MAX_PAGE = 1_000;

interface Cursor {
  found: readonly Resource[];
  elements: readonly string[] | undefined;
  expiresAt: number;
}

export interface Page {
  /** Parameters of the link to the next page; undefined on the last one. */
  next: URLSearchParams | undefined;
  resources: readonly Resource[];
  total: number;
  isFirst: boolean;
}

/** Returns a resource with its mandatory fields and the wanted ones. */
function reduced(resource: Resource, elements: readonly string[] | undefined): Resource {
  if (!elements) return resource;
  const { resourceType, id, meta } = resource;
  const kept = Object.entries(resource).filter(([name]) => elements.includes(name));
  return { resourceType, id, meta, ...Object.fromEntries(kept) };
}

export class Pages {
  readonly #cursors = new Map<string, Cursor>();
  readonly #size: number;
  readonly #lifetime: number;

  /**
   * @param size of a page without `_count`
   * @param lifetime of links to further pages, in milliseconds
   */
  constructor(size: number, lifetime: number) {
    this.#size = size;
    this.#lifetime = lifetime;
  }

  /** Ends all searches: their links answer 410 from now on. */
  expire(): void {
    this.#cursors.clear();
  }

  first(found: readonly Resource[], query: URLSearchParams): Page {
    const wanted = Number(query.get('_count') ?? this.#size);
    const size = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, MAX_PAGE) : this.#size;
    const elements = query.get('_elements')?.split(',');
    if (found.length <= size) return page({ found, elements }, undefined, 0, size);
    this.#forgetExpired();
    const id = randomUUID();
    this.#cursors.set(id, { found, elements, expiresAt: Date.now() + this.#lifetime });
    return page({ found, elements }, id, 0, size);
  }

  /** Returns a further page; undefined if its link has expired. */
  further(query: URLSearchParams): Page | undefined {
    this.#forgetExpired();
    const id = query.get('_getpages') ?? '';
    const cursor = this.#cursors.get(id);
    const [offset, size] = [Number(query.get('_getpagesoffset')), Number(query.get('_count'))];
    if (!cursor || !Number.isInteger(offset) || !Number.isInteger(size) || size < 1) return undefined;
    return page(cursor, id, offset, size);
  }

  #forgetExpired(): void {
    for (const [id, { expiresAt }] of this.#cursors) if (expiresAt <= Date.now()) this.#cursors.delete(id);
  }
}

function page(
  { found, elements }: Pick<Cursor, 'found' | 'elements'>,
  id: string | undefined,
  offset: number,
  size: number,
): Page {
  const to = offset + size;
  const next =
    id !== undefined && to < found.length
      ? new URLSearchParams({ _getpages: id, _getpagesoffset: String(to), _count: String(size) })
      : undefined;
  return {
    next,
    resources: found.slice(offset, to).map((resource) => reduced(resource, elements)),
    total: found.length,
    isFirst: offset === 0,
  };
}
