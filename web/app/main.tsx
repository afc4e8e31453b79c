import '../styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { prepareApp } from './app.tsx';

/** So long nothing is shown rather than a ring that turns for a moment: on a slow computer each of them takes time. */
const longestWaitMs = 500;

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
const root = createRoot(place);
const { app, codeIsHere } = prepareApp();
const render = () => root.render(<StrictMode>{app}</StrictMode>);
if (codeIsHere) void Promise.race([codeIsHere, pause(longestWaitMs)]).then(render, render);
else render();

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
