import { IconBuildingStore, IconLayoutDashboard, IconUsers } from '../components/icons/icons.ts';
import { paths } from './paths.ts';

/** The three areas, in the sidebar and under Apps. */
export const navigation = [
  { to: paths.dashboard, label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: paths.locations, label: 'Locations', Icon: IconBuildingStore },
  { to: paths.users, label: 'Users', Icon: IconUsers },
] as const;
