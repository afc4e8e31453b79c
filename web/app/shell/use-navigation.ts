import { useRouter } from '@tanstack/react-router';

/** The pages with an icon, in the order of the routes: what the sidebar and Apps show. */
export function useNavigation() {
  const { children } = useRouter().routesById['/guarded'];
  return Object.values(children ?? {}).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.Icon ? [{ to: fullPath, label: staticData.title, Icon: staticData.Icon }] : [],
  );
}
