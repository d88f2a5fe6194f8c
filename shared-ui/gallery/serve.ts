/// <reference types="node" />
import { buildGallery } from './build.ts';
import { serveGallery } from './server.ts';

const DEFAULT_PORT = 4400;

console.log('Building the gallery …');
try {
  await buildGallery();
  const { url } = await serveGallery(Number(process.env.PORT ?? DEFAULT_PORT));
  console.log(`Gallery: ${url}`);
} catch (error) {
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(isPortInUse ? 'The port is in use. Set PORT to another one.' : error);
  process.exitCode = 1;
}
