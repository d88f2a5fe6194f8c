import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { type FeatureRemote, ProfileArea, paths } from 'shared-ui';
import { InDemo } from './screens/demo/InDemo.tsx';
import { EventScreen } from './screens/event-detail/EventScreen.tsx';
import { EventsScreen } from './screens/events/EventsScreen.tsx';
import { HomeScreen } from './screens/home/HomeScreen.tsx';
import { MessageScreen } from './screens/messages/MessageScreen.tsx';
import { SupportersScreen } from './screens/supporters/SupportersScreen.tsx';
import { startStory } from './story/story.ts';

const AccessLogScreen = lazy(() => import('./screens/access-log/AccessLogScreen.tsx'));
const DemoScreen = lazy(() => import('./screens/demo/DemoScreen.tsx'));
const HelpScreen = lazy(() => import('./screens/help/HelpScreen.tsx'));
const InviteScreen = lazy(() => import('./screens/supporters/InviteScreen.tsx'));
const ResourcesScreen = lazy(() => import('./screens/resources/ResourcesScreen.tsx'));
const SettingsScreen = lazy(() => import('./screens/settings/SettingsScreen.tsx'));
const SupporterScreen = lazy(() => import('./screens/supporters/SupporterScreen.tsx'));

const later = (screen: React.ReactNode) => <Suspense>{screen}</Suspense>;

export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'app',
      children: [
        { path: 'help', element: later(<HelpScreen />) },
        { path: 'settings', element: later(<SettingsScreen />) },
        { path: 'access-log', element: later(<AccessLogScreen />) },
        { path: 'demo', element: <InDemo>{later(<DemoScreen />)}</InDemo> },
        { index: true, element: <HomeScreen /> },
        // Any other path below /app is home as well (specification, section 2: app routes).
        { path: '*', element: <HomeScreen /> },
      ],
    },
    {
      path: 'profile/:profileId',
      element: <ProfileArea />,
      children: [
        { path: 'events', element: <EventsScreen /> },
        { path: 'events/:eventId', element: <EventScreen /> },
        { path: 'supporters', element: <SupportersScreen /> },
        { path: 'supporters/create', element: later(<InviteScreen />) },
        { path: 'supporters/details/:supporterId', element: later(<SupporterScreen />) },
        { path: 'resources', element: later(<ResourcesScreen />) },
        { path: 'messages', element: <MessageScreen /> },
        { path: 'messages/:messageId', element: <MessageScreen /> },
        { path: '*', element: <Navigate to={paths.app.root} replace /> },
      ],
    },
  ],
  slots: { story: () => startStory() },
} satisfies FeatureRemote;
