import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { container, writeDeclaration } from './remote.mjs';

export default defineConfig({
  plugins: [
    // Without it, the build writes a style sheet that nothing loads.
    svelte({ configFile: false, compilerOptions: { css: 'injected' } }),
    { name: 'remote.json', closeBundle: () => writeDeclaration('dist') },
  ],
  build: {
    target: 'es2022',
    lib: { entry: 'src/container.js', formats: ['iife'], name: container, fileName: () => 'remoteEntry.js' },
  },
});
