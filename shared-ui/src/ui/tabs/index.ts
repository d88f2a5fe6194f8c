/**
 * Entry `shared-ui/tabs`. The bar at the bottom of the profile panel is TabBar, in the main entry.
 * @module
 */
export { type TabItem, Tabs, type TabsProps } from './Tabs.tsx';
