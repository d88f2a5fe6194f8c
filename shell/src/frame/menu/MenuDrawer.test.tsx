import { screen } from '@testing-library/react';
import { openAsHospital, openPage, openRoutes } from 'shared-ui/testing';
import MenuDrawer from './MenuDrawer.tsx';

const open = () => openRoutes([{ path: '*', element: <MenuDrawer open onClose={() => undefined} /> }], '/app');

test('MenuDrawer leads to the settings in a hospital, where no entry is only shown', async () => {
  openPage();
  openAsHospital();
  await open();
  expect(await screen.findByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/app/settings');
  expect(screen.queryByRole('link', { name: 'Demo story' })).toBeNull();
});

test('MenuDrawer shows the settings as disabled in the demo, which has its story', async () => {
  openPage();
  await open();
  expect(await screen.findByRole('link', { name: 'Demo story' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
});
