import type { Profile } from 'mock-api/contract';
import { readThrough } from '../../platform/http/offline-cache.ts';

/** Fetches the profiles for the selector: 1 is the user, 2 a person they support. */
export const fetchProfiles = () => readThrough<Profile[]>('v1/profiles');
