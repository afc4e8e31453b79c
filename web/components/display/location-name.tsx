/** 'Mill Road 104', 'Harbor #7' */
export function LocationName({ name, number }: { name: string; number: string | null }) {
  return (
    <>
      {name}
      {number && !name.includes(number) && <span className="font-normal text-ink-soft"> #{number}</span>}
    </>
  );
}
