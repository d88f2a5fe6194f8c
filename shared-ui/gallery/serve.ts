/// <reference types="node" />
import { buildGallery, serveGallery } from './server.ts';

const DEFAULT_PORT = 4400;

console.log('Building the gallery …');
try {
  await buildGallery();
  const { url } = await serveGallery(Number(process.env.PORT ?? DEFAULT_PORT));
  console.log(`Gallery: ${url}`);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(taken ? 'The port is in use. Set PORT to another one.' : error);
  process.exitCode = 1;
}
