export { FetchedContent, type FetchedContentProps } from './FetchedContent.tsx';
export { PanelScreen } from './PanelScreen.tsx';
export { ProfileArea, type ShownProfile, useProfile } from './ProfileArea.tsx';
