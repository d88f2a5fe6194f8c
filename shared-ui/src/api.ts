/**
 * Entry `shared-ui/api`: request and response types of the API. They follow the API's version, not this package's.
 * @module
 */
export type * from 'mock-api/contract';
