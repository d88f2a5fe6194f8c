import type { Profile } from 'mock-api/contract';
import { readThrough } from '../../platform/http/offline-cache.ts';

/** The profiles of the selector: 1 is the user, 2 a person whom they support. */
export const fetchProfiles = () => readThrough<Profile[]>('v1/profiles');
