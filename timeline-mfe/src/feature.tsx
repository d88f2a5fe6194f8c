import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { onDemand, ProfileArea, paths, runtimeConfig } from 'shared-ui';
import type { FeatureRemote } from 'shared-ui/contract';
import { EventsScreen } from './screens/events/EventsScreen.tsx';
import { HomeScreen } from './screens/home/HomeScreen.tsx';

interface InDemoProps {
  children: ReactNode;
  /** What its path shows otherwise: home, like any unknown path below /app. */
  instead?: ReactNode;
}

/** A page that exists in demo mode only. */
function InDemo({ children, instead = <HomeScreen /> }: InDemoProps) {
  return runtimeConfig().demo ? children : instead;
}

const AccessLogScreen = onDemand(() => import('./screens/access-log/AccessLogScreen.tsx'));
const DailyScreen = onDemand(() => import('./screens/daily/DailyScreen.tsx'));
const DemoScreen = onDemand(() => import(/* webpackChunkName: "demo-director" */ './screens/demo/DemoScreen.tsx'));
const EventScreen = onDemand(() => import('./screens/event/EventScreen.tsx'));
const HelpScreen = onDemand(() => import('./screens/help/HelpScreen.tsx'));
const InviteScreen = onDemand(() => import('./screens/supporters/InviteScreen.tsx'));
const MessageScreen = onDemand(() => import('./screens/messages/MessageScreen.tsx'));
const NewRequestScreen = onDemand(() => import('./screens/requests/NewRequestScreen.tsx'));
const NeedScreen = onDemand(() => import('./screens/requests/NeedScreen.tsx'));
const PlanScreen = onDemand(() => import('./screens/plan/PlanScreen.tsx'));
const QuestionScreen = onDemand(() => import('./screens/plan/QuestionScreen.tsx'));
const RequestsScreen = onDemand(() => import('./screens/requests/RequestsScreen.tsx'));
const ResourcesScreen = onDemand(
  () => import(/* webpackChunkName: "demo-resources" */ './screens/resources/ResourcesScreen.tsx'),
);
const SettingsScreen = onDemand(() => import('./screens/settings/SettingsScreen.tsx'));
const SupporterScreen = onDemand(() => import('./screens/supporters/SupporterScreen.tsx'));
const SupportersScreen = onDemand(() => import('./screens/supporters/SupportersScreen.tsx'));

/** Plays the demo's story, whose code and state exist in the demo only. Returns a function that stops it. */
function playStory(): () => void {
  let isOver = !runtimeConfig().demo;
  let stop = () => {};
  const load = async () => {
    if (isOver) return;
    const { startStory } = await import(/* webpackChunkName: "demo-story" */ './story/story.ts');
    if (!isOver) stop = startStory();
  };
  load().catch((error) => console.info('The story could not be loaded', error));
  return () => {
    isOver = true;
    stop();
  };
}

export default {
  contract: 'feature@1',
  routes: [
    {
      path: 'app',
      children: [
        { path: 'help', element: <HelpScreen /> },
        { path: 'settings', element: <SettingsScreen /> },
        { path: 'access-log', element: <AccessLogScreen /> },
        {
          path: 'demo',
          element: (
            <InDemo>
              <DemoScreen />
            </InDemo>
          ),
        },
        { index: true, element: <HomeScreen /> },
        // Any other path below /app is home, too (docs/product-rules.md#the-app).
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
        { path: 'supporters/create', element: <InviteScreen /> },
        { path: 'supporters/details/:supporterId', element: <SupporterScreen /> },
        { path: 'plan', element: <PlanScreen /> },
        { path: 'daily-question', element: <DailyScreen /> },
        { path: 'plan/question', element: <QuestionScreen /> },
        { path: 'requests', element: <RequestsScreen /> },
        { path: 'requests/new', element: <NewRequestScreen /> },
        { path: 'requests/need', element: <NeedScreen /> },
        {
          path: 'resources',
          element: (
            <InDemo instead={<Navigate to={paths.app.root} replace />}>
              <ResourcesScreen />
            </InDemo>
          ),
        },
        { path: 'messages', element: <MessageScreen /> },
        { path: 'messages/:messageId', element: <MessageScreen /> },
        { path: '*', element: <Navigate to={paths.app.root} replace /> },
      ],
    },
  ],
  slots: { story: playStory },
} satisfies FeatureRemote;
