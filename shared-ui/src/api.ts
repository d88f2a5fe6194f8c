/** Entry `shared-ui/api`: types of what the API takes and answers. They follow the API's version, not this package's. */
export type * from 'mock-api/contract';
