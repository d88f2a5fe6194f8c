/// <reference types="node" />
import { createRequire } from 'node:module';
import webpack, { type Configuration } from 'webpack';
import { serveGallery } from './server.ts';

/** Builds the gallery into gallery/dist. Rejects with webpack's error output. */
export function buildGallery(): Promise<void> {
  const config: Configuration = createRequire(import.meta.url)('./webpack.config.cjs');
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString('errors-only') ?? 'webpack returned no result'));
      else resolve();
    });
  });
}

const DEFAULT_PORT = 4400;

if (import.meta.main) {
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
}
