const { remote } = require('shared-ui/webpack');

module.exports = remote({
  dir: __dirname,
  contract: 'feature@1',
  expose: './feature',
  module: './src/feature.tsx',
  routes: [{ path: '/desk/*', guard: 'staff' }],
  navigation: [
    {
      place: 'menu',
      path: '/desk',
      label: { en: 'Desk', fr: 'Poste des soins infirmiers' },
      icon: 'monitor',
      order: 10,
    },
  ],
});
