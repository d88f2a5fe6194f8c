const { remote } = require('shared-ui/webpack');

module.exports = remote({
  dir: __dirname,
  contract: 'feature@1',
  expose: './feature',
  module: './src/feature.tsx',
  routes: [
    { path: '/profile/:profileId/results/*', guard: 'patient' },
    { path: '/profile/:profileId/care-plans/*', guard: 'patient' },
    { path: '/profile/:profileId/records', guard: 'patient' },
    { path: '/profile/:profileId/observations/*', guard: 'patient' },
    { path: '/profile/:profileId/documents/*', guard: 'patient' },
    { path: '/profile/:profileId/going-home', guard: 'patient' },
    { path: '/profile/:profileId/medications/*', guard: 'patient' },
    { path: '/profile/:profileId/care-team', guard: 'patient' },
    { path: '/profile/:profileId/about', guard: 'patient' },
    { path: '/profile/:profileId/appointments', guard: 'patient' },
  ],
});
