export { FetchedContent, type FetchedContentProps } from './FetchedContent.tsx';
export { FocusReturn } from './FocusReturn.tsx';
export { PanelScreen, useGoBack } from './PanelScreen.tsx';
export { ProfileArea, type ShownProfile, useProfile } from './ProfileArea.tsx';
