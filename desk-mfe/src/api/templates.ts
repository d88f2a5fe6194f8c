import type { DeskTemplate, DeskTemplates, NewTemplate } from 'mock-api/contract';
import { call, callPut } from 'shared-ui';

const PATH = 'v1/desk/templates';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Fetches the hospital's templates. Throws ApiFailure. */
export const fetchTemplates = () => call<DeskTemplates>('get', PATH);

/** Adds a template. Throws ApiFailure. */
export const addTemplate = (template: NewTemplate) => call<DeskTemplate>('post', PATH, template);

/** Replaces a template. Throws ApiFailure. */
export const changeTemplate = (id: string, template: NewTemplate) => callPut<DeskTemplate>(pathOf(id), template);

/** Removes a template. Throws ApiFailure. */
export const removeTemplate = (id: string) => call<void>('delete', pathOf(id));
