import type { RemoteManifest } from 'shared-ui/contract';
import { integrityOf, served } from './worker-scope.ts';

/** Publishes a version of the surveys remote with a script and a film. Returns the path of its manifest. */
export function publishSurveys(version: string): string {
  const folder = `/remotes/surveys/${version}`;
  const files = { 'exposed.js': `surveys ${version}`, 'film.0a1b2c3d.mp4': 'the film' };
  const manifest: RemoteManifest = {
    name: 'surveys',
    version,
    contract: 'survey@1',
    container: 'lodestar_surveys',
    entry: 'exposed.js',
    expose: './survey',
    shared: {},
    locales: ['en'],
    files: Object.fromEntries(Object.entries(files).map(([path, body]) => [path, integrityOf(body)])),
    bytes: 1,
  };
  for (const [path, body] of Object.entries(files)) served.set(`${folder}/${path}`, body);
  served.set(`${folder}/remote.json`, JSON.stringify(manifest));
  return `${folder}/remote.json`;
}
