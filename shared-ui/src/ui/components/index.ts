export {
  Button,
  type ButtonProps,
  type ButtonVariant,
  IconButton,
  type IconButtonProps,
  IconLink,
  type IconLinkProps,
  LinkButton,
  type LinkButtonProps,
  Spinner,
} from './Button.tsx';
export { Card, NextCard, type NextCardProps } from './cards/Card.tsx';
export { EventCard, type EventCardProps, statusTone, type Tone, toneLook } from './cards/EventCard.tsx';
export { IconDisc, SuccessMark } from './cards/icons.tsx';
export { ProfileChip, ProfileStrip } from './cards/ProfileChip.tsx';
export {
  Avatar,
  Badge,
  type BadgeProps,
  initials,
  ProfileList,
  ProfileRow,
  type ProfileRowProps,
} from './cards/ProfileRow.tsx';
export { Facts, type FactsProps } from './Facts.tsx';
export { type OptionalPartOptions, onDemand, onDemandOptional } from './on-demand.tsx';
export { Actions, Row, SectionTitle, Soft, Stack, VisuallyHidden } from './page/Layout.tsx';
export { NightSky } from './page/NightSky.tsx';
export {
  BackHeader,
  type BackHeaderProps,
  Covered,
  type HeaderAction,
  Page,
  type PageProps,
  PanelBody,
  ScreenHeading,
  type ScreenHeadingProps,
} from './page/Page.tsx';
export { Panel, type PanelProps } from './page/Panel.tsx';
export { TabBar, type TabBarItem } from './page/TabBar.tsx';
export { Logo, type LogoProps, TopBar } from './page/TopBar.tsx';
export type { PanelState, Settled } from './page/useSheetDrag.ts';
export { ScanFrame, type ScanFrameProps } from './ScanFrame.tsx';
export { Banner, type BannerProps } from './status/Banner.tsx';
export { Backdrop, Skeleton, type SkeletonProps } from './status/Loading.tsx';
export { Apology, type ApologyProps, EmptyState, type EmptyStateProps } from './status/Message.tsx';
export { Note, type NoteProps, type NoteTone } from './status/Note.tsx';
export { LiveRegion, Toast, type ToastProps } from './status/Toast.tsx';
export { LateWaiting, Waiting, type WaitingProps } from './status/Waiting.tsx';
