import type { ReactNode } from 'react';

export interface LoginIllustrationProps {
  /** Shows only the canopy with its pumps and the shop, for a phone. */
  isStrip?: boolean;
  className?: string;
}

export function LoginIllustration({ isStrip = false, className }: LoginIllustrationProps) {
  return (
    <svg
      viewBox={isStrip ? '0 482 720 270' : '0 0 720 900'}
      preserveAspectRatio={isStrip ? 'xMidYMid slice' : 'xMaxYMax slice'}
      className={className}
      role="presentation"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="illustration-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-sky-high)" />
          <stop offset="0.6" stopColor="var(--illustration-sky-mid)" />
          <stop offset="1" stopColor="var(--illustration-sky-low)" />
        </linearGradient>
        <linearGradient id="illustration-beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-lamp)" stopOpacity="var(--illustration-glow)" />
          <stop offset="1" stopColor="var(--illustration-lamp)" stopOpacity="0.04" />
        </linearGradient>
        <linearGradient id="illustration-pool" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-lamp)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--illustration-lamp)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <Sky />
      <Hills />
      <Ground />
      <Shop />
      <Canopy />
      {!isStrip && <PriceSign />}
      <Car />
    </svg>
  );
}

function Sky() {
  return (
    <>
      <rect width="720" height="900" fill="url(#illustration-sky)" />
      <g fill="var(--illustration-star)">
        {stars.map(([x, y, r]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />
        ))}
      </g>
      {/* Far enough from the price sign in every crop. */}
      <circle cx="462" cy="372" r="96" fill="var(--illustration-sun)" opacity="var(--illustration-halo)" />
      <circle cx="462" cy="372" r="56" fill="var(--illustration-sun)" opacity="0.94" />
      <g fill="var(--illustration-cloud)" opacity="0.5">
        <rect x="96" y="288" width="150" height="14" rx="7" />
        <rect x="140" y="308" width="190" height="14" rx="7" />
        <rect x="330" y="196" width="120" height="12" rx="6" />
        <rect x="296" y="214" width="96" height="12" rx="6" />
      </g>
    </>
  );
}

const stars = [
  [64, 96, 1.8],
  [132, 190, 1.3],
  [208, 70, 1.5],
  [286, 150, 1.2],
  [352, 92, 1.9],
  [420, 232, 1.2],
  [496, 128, 1.6],
  [548, 56, 1.2],
  [628, 148, 1.7],
  [84, 398, 1.3],
  [236, 420, 1.2],
  [340, 330, 1.4],
  [676, 70, 1.3],
  [40, 260, 1.4],
] as const;

function Hills() {
  return (
    <g fill="var(--illustration-hill)">
      <path d="M0 640C120 560 220 610 330 580S560 520 720 600V900H0Z" opacity="0.5" />
      <path d="M0 690C160 640 300 680 430 650S640 640 720 670V900H0Z" />
    </g>
  );
}

function Ground() {
  return (
    <>
      <rect y="748" width="720" height="152" fill="var(--illustration-tarmac)" />
      <rect y="748" width="720" height="5" fill="var(--illustration-kerb)" opacity="0.55" />
      <path d="M62 753H418L470 806H10Z" fill="url(#illustration-pool)" />
      <g fill="var(--amber)" opacity="0.72">
        {[40, 210, 380, 550].map((x) => (
          <rect key={x} x={x} y="852" width="90" height="6" />
        ))}
      </g>
    </>
  );
}

function Shop() {
  return (
    <g transform="translate(-40 0)">
      <rect x="446" y="612" width="218" height="136" fill="var(--illustration-wall)" />
      <rect x="446" y="728" width="218" height="20" fill="var(--illustration-wall-shade)" />
      <rect x="436" y="592" width="238" height="30" fill="var(--illustration-sign)" />
      <rect x="436" y="622" width="238" height="5" fill="var(--amber)" />
      <g fill="var(--illustration-glass)">
        <rect x="462" y="646" width="72" height="66" />
        <rect x="546" y="646" width="36" height="102" />
        <rect x="594" y="646" width="56" height="66" />
      </g>
      <g fill="var(--illustration-wall)">
        <rect x="496" y="646" width="4" height="66" />
        <rect x="462" y="676" width="72" height="3" />
        <rect x="594" y="676" width="56" height="3" />
        <rect x="563" y="646" width="3" height="102" />
      </g>
    </g>
  );
}

function Canopy() {
  return (
    <>
      <path d="M92 565H376L408 748H66Z" fill="url(#illustration-beam)" />
      <g fill="var(--illustration-wall)">
        <rect x="126" y="560" width="12" height="188" />
        <rect x="332" y="560" width="12" height="188" />
      </g>
      <g fill="var(--illustration-wall-shade)">
        <rect x="135" y="560" width="3" height="188" />
        <rect x="341" y="560" width="3" height="188" />
      </g>
      {[160, 262].map((x) => (
        <Pump key={x} x={x} />
      ))}
      <rect x="100" y="741" width="276" height="9" rx="2" fill="var(--illustration-kerb)" />
      <rect x="56" y="518" width="360" height="22" fill="var(--illustration-wall)" />
      <rect x="56" y="536" width="360" height="18" fill="var(--illustration-sign)" />
      <rect x="56" y="554" width="360" height="6" fill="var(--amber)" />
      <g fill="var(--illustration-lamp)">
        {[112, 213, 314].map((x) => (
          <rect key={x} x={x} y="560" width="46" height="5" />
        ))}
      </g>
    </>
  );
}

function Pump({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 664)`}>
      <rect width="46" height="80" rx="5" fill="var(--illustration-wall)" />
      <path d="M0 16V5A5 5 0 0 1 5 0H41A5 5 0 0 1 46 5V16Z" fill="var(--illustration-sign)" />
      <rect x="8" y="23" width="30" height="16" rx="2" fill="var(--illustration-panel)" />
      <rect x="12" y="28" width="22" height="6" fill="var(--amber)" />
      <rect x="8" y="46" width="30" height="3" fill="var(--illustration-wall-shade)" />
      <path
        d="M46 26q13 4 11 25t-9 23"
        fill="none"
        stroke="var(--illustration-post)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </g>
  );
}

function PriceSign() {
  return (
    <g transform="translate(30 0)">
      <rect x="586" y="440" width="10" height="308" fill="var(--illustration-post)" />
      <rect x="644" y="440" width="10" height="308" fill="var(--illustration-post)" />
      <rect x="566" y="250" width="108" height="214" rx="10" fill="var(--illustration-sign)" />
      <rect x="566" y="308" width="108" height="5" fill="var(--amber)" />
      <path d="M590 288q30-30 60 0" fill="none" stroke="#fff" strokeWidth="7" strokeLinecap="round" />
      <rect x="617" y="278" width="6" height="20" fill="#fff" />
      {['3.29', '3.59', '3.89'].map((price, row) => (
        <Price key={price} y={322 + row * 46}>
          {price}
        </Price>
      ))}
    </g>
  );
}

function Price({ y, children }: { y: number; children: ReactNode }) {
  return (
    <>
      <rect x="578" y={y} width="84" height="38" rx="4" fill="var(--illustration-panel)" />
      <text
        x="621"
        y={y + 28}
        textAnchor="middle"
        fontFamily="var(--type-sign)"
        fontWeight="600"
        fontSize="27"
        letterSpacing="2"
        fill="var(--amber)"
      >
        {children}
      </text>
    </>
  );
}

function Car() {
  return (
    <g transform="translate(196 772)">
      <ellipse cx="66" cy="49" rx="74" ry="6" fill="var(--illustration-post)" opacity="0.45" />
      <path
        d="M4 42q-4-1-4-6 0-13 14-15l14-3L44 4q3-3 8-3h32q6 0 10 4l15 13 14 3q11 2 11 13v4q0 4-5 4Z"
        fill="var(--illustration-car)"
      />
      <path d="M35 18 47 7q2-2 5-2h11v13Zm33-13h15q4 0 7 3l12 10H68Z" fill="var(--illustration-car-glass)" />
      <rect x="0" y="30" width="10" height="5" rx="2" fill="var(--amber)" />
      <rect x="125" y="27" width="9" height="5" rx="2" fill="var(--illustration-lamp)" />
      {[28, 106].map((x) => (
        <g key={x}>
          <circle cx={x} cy="42" r="12" fill="var(--illustration-post)" />
          <circle cx={x} cy="42" r="5" fill="var(--illustration-kerb)" />
        </g>
      ))}
    </g>
  );
}
