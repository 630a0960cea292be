/** What React Router says of addresses where it loads the data too, in its own words. */
import { matchRoutes, type RouteObject } from "react-router";
import { AddressError } from "../ui/AddressError.ts";

export const noRoute = (pathname: string): AddressError => new AddressError(404, `No route matches URL "${pathname}"`);

/** Of a form that was sent to an address: pages take none. */
export function noAction(routes: RouteObject[], pathname: string): AddressError {
  // What is sent to a page without an address of its own is for the page around it.
  const route = matchRoutes(routes, pathname)?.findLast((match) => !match.route.index)?.route;
  if (!route || route.path === "*") return noRoute(pathname);
  const place = placeOf(route, routes);
  const message = `You made a POST request to "${pathname}" but did not provide an \`action\` for route "${place}", so there is no way to handle the request.`;
  return new AddressError(405, message);
}

/** Routes go by their places in the table: "1-0" is the first one in the second. */
function placeOf(route: RouteObject, routes: RouteObject[]): string | undefined {
  for (const [index, each] of routes.entries()) {
    if (each === route) return `${index}`;
    const inner = placeOf(route, each.children ?? []);
    if (inner !== undefined) return `${index}-${inner}`;
  }
  return undefined;
}
