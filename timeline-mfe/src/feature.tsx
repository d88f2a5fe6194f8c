import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { type FeatureRemote, ProfileArea, paths } from 'shared-ui';
import { EventScreen } from './screens/event-detail/EventScreen.tsx';
import { EventsScreen } from './screens/events/EventsScreen.tsx';
import { HomeScreen } from './screens/home/HomeScreen.tsx';
import { MessageScreen } from './screens/messages/MessageScreen.tsx';
import { SupportersScreen } from './screens/supporters/SupportersScreen.tsx';
import { startStory } from './story/story.ts';

const HelpScreen = lazy(() => import('./screens/help/HelpScreen.tsx'));
const ResourcesScreen = lazy(() => import('./screens/resources/ResourcesScreen.tsx'));
const SettingsScreen = lazy(() => import('./screens/settings/SettingsScreen.tsx'));

const later = (screen: React.ReactNode) => <Suspense>{screen}</Suspense>;

export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'app',
      children: [
        { path: 'help', element: later(<HelpScreen />) },
        { path: 'settings', element: later(<SettingsScreen />) },
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
        { path: 'resources', element: later(<ResourcesScreen />) },
        { path: 'messages', element: <MessageScreen /> },
        { path: 'messages/:messageId', element: <MessageScreen /> },
        { path: '*', element: <Navigate to={paths.app.root} replace /> },
      ],
    },
  ],
  slots: { story: () => startStory() },
} satisfies FeatureRemote;
