; Made from pool.c by heddle.runtime.cpu.pool.generate: clang version 22.1.8 -O0 -emit-llvm, without what names a target or a compiler.
%struct.anon = type { i64, [56 x i8], i32, i32, [56 x i8], i32, i32, [56 x i8], i32, i32, [56 x i8], ptr, ptr, ptr, ptr, i64, i64, i64, i32 }
%struct.signals = type { [16 x i64] }
%struct.graph = type { ptr, ptr, i64, ptr, i64, ptr, i64, i64 }
%struct.launch = type { ptr, i64, i64, i64, i64, i64, i64 }
%struct.pointer = type { i64, i64 }
%struct.page = type { i64, ptr, ptr }

@pool = internal global %struct.anon zeroinitializer, align 64

define i32 @heddle_pool_start(i32 %wanted) {
entry:
  %retval = alloca i32, align 4
  %wanted.addr = alloca i32, align 4
  store i32 %wanted, ptr %wanted.addr, align 4
  %call = call i32 @prepare()
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  store i32 0, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.end
  %0 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %1 = load i32, ptr %wanted.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %2 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %add = add i32 %2, 1
  %call1 = call i32 @start_thread(i32 %add)
  %tobool2 = icmp ne i32 %call1, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %tobool2, %land.rhs ]
  br i1 %3, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %4 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %inc = add i32 %4, 1
  store i32 %inc, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  br label %while.cond

while.end:                                        ; preds = %land.end
  %5 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  store i32 %5, ptr %retval, align 4
  br label %return

return:                                           ; preds = %while.end, %if.then
  %6 = load i32, ptr %retval, align 4
  ret i32 %6
}

define internal i32 @prepare() {
entry:
  ret i32 1
}

define internal i32 @start_thread(i32 %who) {
entry:
  %who.addr = alloca i32, align 4
  %all = alloca %struct.signals, align 8
  %old = alloca %struct.signals, align 8
  %made = alloca i64, align 8
  %i = alloca i32, align 4
  %fault = alloca i32, align 4
  store i32 %who, ptr %who.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %conv = zext i32 %0 to i64
  %cmp = icmp ult i64 %conv, 16
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %words = getelementptr inbounds nuw %struct.signals, ptr %all, i32 0, i32 0
  %1 = load i32, ptr %i, align 4
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds nuw [16 x i64], ptr %words, i64 0, i64 %idxprom
  store i64 -1, ptr %arrayidx, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %2 = load i32, ptr %i, align 4
  %inc = add i32 %2, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %words2 = getelementptr inbounds nuw %struct.signals, ptr %all, i32 0, i32 0
  %arraydecay = getelementptr inbounds [16 x i64], ptr %words2, i64 0, i64 0
  %words3 = getelementptr inbounds nuw %struct.signals, ptr %old, i32 0, i32 0
  %arraydecay4 = getelementptr inbounds [16 x i64], ptr %words3, i64 0, i64 0
  %call = call i32 @pthread_sigmask(i32 0, ptr %arraydecay, ptr %arraydecay4)
  %3 = load i32, ptr %who.addr, align 4
  %conv5 = zext i32 %3 to i64
  %4 = inttoptr i64 %conv5 to ptr
  %call6 = call i32 @pthread_create(ptr %made, ptr null, ptr @begin_thread, ptr %4)
  store i32 %call6, ptr %fault, align 4
  %5 = load i32, ptr %fault, align 4
  %tobool = icmp ne i32 %5, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:                                          ; preds = %for.end
  %6 = load i64, ptr %made, align 8
  %call7 = call i32 @pthread_detach(i64 %6)
  br label %if.end

if.end:                                           ; preds = %if.then, %for.end
  %words8 = getelementptr inbounds nuw %struct.signals, ptr %old, i32 0, i32 0
  %arraydecay9 = getelementptr inbounds [16 x i64], ptr %words8, i64 0, i64 0
  %call10 = call i32 @pthread_sigmask(i32 2, ptr %arraydecay9, ptr null)
  %7 = load i32, ptr %fault, align 4
  %tobool11 = icmp ne i32 %7, 0
  %lnot = xor i1 %tobool11, true
  %lnot.ext = zext i1 %lnot to i32
  ret i32 %lnot.ext
}

define void @heddle_pool_run(ptr %run, ptr %bufs, ptr %vars, ptr %scratch, i64 %stride, i64 %pieces, i64 %chunk, i64 %threads) {
entry:
  %run.addr = alloca ptr, align 8
  %bufs.addr = alloca ptr, align 8
  %vars.addr = alloca ptr, align 8
  %scratch.addr = alloca ptr, align 8
  %stride.addr = alloca i64, align 8
  %pieces.addr = alloca i64, align 8
  %chunk.addr = alloca i64, align 8
  %threads.addr = alloca i64, align 8
  %idle = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %chunks = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %.atomictmp2 = alloca i64, align 8
  %.atomictmp4 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp5 = alloca i32, align 4
  %.atomictmp8 = alloca i32, align 4
  store ptr %run, ptr %run.addr, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %vars, ptr %vars.addr, align 8
  store ptr %scratch, ptr %scratch.addr, align 8
  store i64 %stride, ptr %stride.addr, align 8
  store i64 %pieces, ptr %pieces.addr, align 8
  store i64 %chunk, ptr %chunk.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  store i32 0, ptr %idle, align 4
  %0 = load i64, ptr %pieces.addr, align 8
  %1 = load i64, ptr %chunk.addr, align 8
  %cmp = icmp sle i64 %0, %1
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %entry
  store i32 1, ptr %.atomictmp, align 4
  %2 = load i32, ptr %idle, align 4
  %3 = load i32, ptr %.atomictmp, align 4
  %4 = cmpxchg ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 8), i32 %2, i32 %3 acq_rel monotonic, align 64
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = extractvalue { i32, i1 } %4, 1
  br i1 %6, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %lor.lhs.false
  store i32 %5, ptr %idle, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %lor.lhs.false
  %storedv = zext i1 %6 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1
  %7 = load i8, ptr %cmpxchg.bool, align 1
  %loadedv = trunc i8 %7 to i1
  br i1 %loadedv, label %if.end, label %if.then

if.then:                                          ; preds = %cmpxchg.continue, %entry
  %8 = load ptr, ptr %run.addr, align 8
  %9 = load ptr, ptr %bufs.addr, align 8
  %10 = load ptr, ptr %vars.addr, align 8
  %11 = load ptr, ptr %scratch.addr, align 8
  %12 = load i64, ptr %pieces.addr, align 8
  call void %8(ptr %9, ptr %10, ptr %11, i64 0, i64 %12)
  br label %return

if.end:                                           ; preds = %cmpxchg.continue
  %13 = load i64, ptr %pieces.addr, align 8
  %14 = load i64, ptr %chunk.addr, align 8
  %add = add nsw i64 %13, %14
  %sub = sub nsw i64 %add, 1
  %15 = load i64, ptr %chunk.addr, align 8
  %div = sdiv i64 %sub, %15
  %conv = trunc i64 %div to i32
  store i32 %conv, ptr %chunks, align 4
  %16 = load ptr, ptr %run.addr, align 8
  store ptr %16, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 11), align 64
  %17 = load ptr, ptr %bufs.addr, align 8
  store ptr %17, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 12), align 8
  %18 = load ptr, ptr %vars.addr, align 8
  store ptr %18, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 13), align 16
  %19 = load ptr, ptr %scratch.addr, align 8
  store ptr %19, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 14), align 8
  %20 = load i64, ptr %stride.addr, align 8
  store i64 %20, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 15), align 32
  %21 = load i64, ptr %pieces.addr, align 8
  store i64 %21, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 16), align 8
  %22 = load i64, ptr %chunk.addr, align 8
  store i64 %22, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 17), align 16
  %23 = load i32, ptr %chunks, align 4
  store i32 %23, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 18), align 8
  %24 = load i32, ptr %chunks, align 4
  store i32 %24, ptr %.atomictmp1, align 4
  %25 = load i32, ptr %.atomictmp1, align 4
  store atomic i32 %25, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5) seq_cst, align 64
  %26 = load i64, ptr %threads.addr, align 8
  %shl = shl i64 %26, 32
  %27 = load i32, ptr %chunks, align 4
  %conv3 = zext i32 %27 to i64
  %or = or i64 %shl, %conv3
  store i64 %or, ptr %.atomictmp2, align 8
  %28 = load i64, ptr %.atomictmp2, align 8
  store atomic i64 %28, ptr @pool seq_cst, align 64
  store i32 1, ptr %.atomictmp4, align 4
  %29 = load i32, ptr %.atomictmp4, align 4
  %30 = atomicrmw add ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2), i32 %29 seq_cst, align 64
  %31 = add i32 %30, %29
  store i32 %31, ptr %atomic-temp, align 4
  %32 = load i32, ptr %atomic-temp, align 4
  %33 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 3) seq_cst, align 4
  store i32 %33, ptr %atomic-temp5, align 4
  %34 = load i32, ptr %atomic-temp5, align 4
  %tobool = icmp ne i32 %34, 0
  br i1 %tobool, label %if.then6, label %if.end7

if.then6:                                         ; preds = %if.end
  call void @wake_up(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2), i32 2147483647)
  br label %if.end7

if.end7:                                          ; preds = %if.then6, %if.end
  call void @work(i32 0)
  call void @wait_for_others()
  store i32 0, ptr %.atomictmp8, align 4
  %35 = load i32, ptr %.atomictmp8, align 4
  store atomic i32 %35, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 8) release, align 64
  br label %return

return:                                           ; preds = %if.end7, %if.then
  ret void
}

define internal void @wake_up(ptr %word, i32 %count) {
entry:
  %word.addr = alloca ptr, align 8
  %count.addr = alloca i32, align 4
  store ptr %word, ptr %word.addr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load ptr, ptr %word.addr, align 8
  %1 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %1 to i64
  %call = call i64 (i64, ...) @syscall(i64 98, ptr %0, i64 129, i64 %conv, i64 0, i64 0, i64 0)
  ret void
}

define internal void @work(i32 %who) {
entry:
  %who.addr = alloca i32, align 4
  %seen = alloca i64, align 8
  %atomic-temp = alloca i64, align 8
  %.atomictmp = alloca i64, align 8
  %cmpxchg.bool = alloca i8, align 1
  %begin = alloca i64, align 8
  %end = alloca i64, align 8
  %.atomictmp6 = alloca i32, align 4
  %atomic-temp7 = alloca i32, align 4
  %atomic-temp10 = alloca i32, align 4
  %atomic-temp14 = alloca i64, align 8
  store i32 %who, ptr %who.addr, align 4
  %0 = load atomic i64, ptr @pool acquire, align 64
  store i64 %0, ptr %atomic-temp, align 8
  %1 = load i64, ptr %atomic-temp, align 8
  store i64 %1, ptr %seen, align 8
  br label %while.cond

while.cond:                                       ; preds = %if.end13, %if.then, %entry
  %2 = load i32, ptr %who.addr, align 4
  %3 = load i64, ptr %seen, align 8
  %call = call i32 @is_for(i32 %2, i64 %3)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %4 = load i64, ptr %seen, align 8
  %sub = sub i64 %4, 1
  store i64 %sub, ptr %.atomictmp, align 8
  %5 = load i64, ptr %seen, align 8
  %6 = load i64, ptr %.atomictmp, align 8
  %7 = cmpxchg ptr @pool, i64 %5, i64 %6 acq_rel acquire, align 64
  %8 = extractvalue { i64, i1 } %7, 0
  %9 = extractvalue { i64, i1 } %7, 1
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %while.body
  store i64 %8, ptr %seen, align 8
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.body
  %storedv = zext i1 %9 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1
  %10 = load i8, ptr %cmpxchg.bool, align 1
  %loadedv = trunc i8 %10 to i1
  br i1 %loadedv, label %if.end, label %if.then

if.then:                                          ; preds = %cmpxchg.continue
  br label %while.cond

if.end:                                           ; preds = %cmpxchg.continue
  %11 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 18), align 8
  %12 = load i64, ptr %seen, align 8
  %conv = trunc i64 %12 to i32
  %sub1 = sub i32 %11, %conv
  %conv2 = zext i32 %sub1 to i64
  %13 = load i64, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 17), align 16
  %mul = mul nsw i64 %conv2, %13
  store i64 %mul, ptr %begin, align 8
  %14 = load i64, ptr %begin, align 8
  %15 = load i64, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 17), align 16
  %add = add nsw i64 %14, %15
  store i64 %add, ptr %end, align 8
  %16 = load ptr, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 11), align 64
  %17 = load ptr, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 12), align 8
  %18 = load ptr, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 13), align 16
  %19 = load ptr, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 14), align 8
  %20 = load i32, ptr %who.addr, align 4
  %conv3 = zext i32 %20 to i64
  %21 = load i64, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 15), align 32
  %mul4 = mul nsw i64 %conv3, %21
  %add.ptr = getelementptr inbounds i8, ptr %19, i64 %mul4
  %22 = load i64, ptr %begin, align 8
  %23 = load i64, ptr %end, align 8
  %24 = load i64, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 16), align 8
  %cmp = icmp slt i64 %23, %24
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.end
  %25 = load i64, ptr %end, align 8
  br label %cond.end

cond.false:                                       ; preds = %if.end
  %26 = load i64, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 16), align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %25, %cond.true ], [ %26, %cond.false ]
  call void %16(ptr %17, ptr %18, ptr %add.ptr, i64 %22, i64 %cond)
  store i32 1, ptr %.atomictmp6, align 4
  %27 = load i32, ptr %.atomictmp6, align 4
  %28 = atomicrmw sub ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5), i32 %27 seq_cst, align 64
  %29 = sub i32 %28, %27
  store i32 %29, ptr %atomic-temp7, align 4
  %30 = load i32, ptr %atomic-temp7, align 4
  %cmp8 = icmp eq i32 %30, 0
  br i1 %cmp8, label %land.lhs.true, label %if.end13

land.lhs.true:                                    ; preds = %cond.end
  %31 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 6) seq_cst, align 4
  store i32 %31, ptr %atomic-temp10, align 4
  %32 = load i32, ptr %atomic-temp10, align 4
  %tobool11 = icmp ne i32 %32, 0
  br i1 %tobool11, label %if.then12, label %if.end13

if.then12:                                        ; preds = %land.lhs.true
  call void @wake_up(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5), i32 1)
  br label %if.end13

if.end13:                                         ; preds = %if.then12, %land.lhs.true, %cond.end
  %33 = load atomic i64, ptr @pool acquire, align 64
  store i64 %33, ptr %atomic-temp14, align 8
  %34 = load i64, ptr %atomic-temp14, align 8
  store i64 %34, ptr %seen, align 8
  br label %while.cond

while.end:                                        ; preds = %while.cond
  ret void
}

define internal void @wait_for_others() {
entry:
  %i = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %left = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  %.atomictmp7 = alloca i32, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %0, 4000
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5) seq_cst, align 64
  store i32 %1, ptr %atomic-temp, align 4
  %2 = load i32, ptr %atomic-temp, align 4
  %cmp1 = icmp eq i32 %2, 0
  br i1 %cmp1, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  br label %return

if.end:                                           ; preds = %for.body
  call void asm sideeffect "yield", ""()
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %3 = load i32, ptr %i, align 4
  %inc = add nsw i32 %3, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i32 1, ptr %.atomictmp, align 4
  %4 = load i32, ptr %.atomictmp, align 4
  store atomic i32 %4, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 6) seq_cst, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.body5, %for.end
  %5 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5) seq_cst, align 64
  store i32 %5, ptr %atomic-temp3, align 4
  %6 = load i32, ptr %atomic-temp3, align 4
  store i32 %6, ptr %left, align 4
  %cmp4 = icmp ne i32 %6, 0
  br i1 %cmp4, label %for.body5, label %for.end6

for.body5:                                        ; preds = %for.cond2
  %7 = load i32, ptr %left, align 4
  call void @wait_for(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5), i32 %7)
  br label %for.cond2

for.end6:                                         ; preds = %for.cond2
  store i32 0, ptr %.atomictmp7, align 4
  %8 = load i32, ptr %.atomictmp7, align 4
  store atomic i32 %8, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 6) seq_cst, align 4
  br label %return

return:                                           ; preds = %for.end6, %if.then
  ret void
}

define i64 @heddle_ticks() {
entry:
  %call = call i64 @ticks()
  ret i64 %call
}

define internal i64 @ticks() {
entry:
  %now = alloca i64, align 8
  %0 = call i64 asm sideeffect "mrs $0, cntvct_el0", "=r"()
  store i64 %0, ptr %now, align 8
  %1 = load i64, ptr %now, align 8
  ret i64 %1
}

define i64 @heddle_thread() {
entry:
  %call = call i64 @thread()
  ret i64 %call
}

define internal i64 @thread() {
entry:
  %0 = call ptr @llvm.thread.pointer.p0()
  %1 = ptrtoint ptr %0 to i64
  ret i64 %1
}

define i64 @heddle_graph_resume(ptr %g, ptr %values, ptr %room, i64 %threads, i64 %from) {
entry:
  %g.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %threads.addr = alloca i64, align 8
  %from.addr = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  store i64 %from, ptr %from.addr, align 8
  %0 = load ptr, ptr %g.addr, align 8
  %1 = load ptr, ptr %values.addr, align 8
  %2 = load ptr, ptr %room.addr, align 8
  %3 = load i64, ptr %threads.addr, align 8
  %4 = load i64, ptr %from.addr, align 8
  %call = call i64 @run_steps(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 1)
  ret i64 %call
}

define internal i64 @run_steps(ptr %g, ptr %values, ptr %room, i64 %threads, i64 %from, i64 %looks) {
entry:
  %retval = alloca i64, align 8
  %g.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %threads.addr = alloca i64, align 8
  %from.addr = alloca i64, align 8
  %looks.addr = alloca i64, align 8
  %bufs = alloca ptr, align 8
  %vars = alloca ptr, align 8
  %l = alloca ptr, align 8
  %end = alloca ptr, align 8
  %found = alloca i64, align 8
  %pieces14 = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  store i64 %from, ptr %from.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %room.addr, align 8
  store ptr %0, ptr %bufs, align 8
  %1 = load ptr, ptr %bufs, align 8
  %2 = load ptr, ptr %g.addr, align 8
  %pointer_count = getelementptr inbounds nuw %struct.graph, ptr %2, i32 0, i32 4
  %3 = load i64, ptr %pointer_count, align 8
  %add.ptr = getelementptr inbounds ptr, ptr %1, i64 %3
  store ptr %add.ptr, ptr %vars, align 8
  %4 = load ptr, ptr %g.addr, align 8
  %launches = getelementptr inbounds nuw %struct.graph, ptr %4, i32 0, i32 0
  %5 = load ptr, ptr %launches, align 8
  store ptr %5, ptr %l, align 8
  %6 = load ptr, ptr %l, align 8
  %7 = load ptr, ptr %g.addr, align 8
  %stops = getelementptr inbounds nuw %struct.graph, ptr %7, i32 0, i32 1
  %8 = load ptr, ptr %stops, align 8
  %9 = load ptr, ptr %g.addr, align 8
  %stop_count = getelementptr inbounds nuw %struct.graph, ptr %9, i32 0, i32 2
  %10 = load i64, ptr %stop_count, align 8
  %sub = sub nsw i64 %10, 1
  %arrayidx = getelementptr inbounds i64, ptr %8, i64 %sub
  %11 = load i64, ptr %arrayidx, align 8
  %add.ptr1 = getelementptr inbounds %struct.launch, ptr %6, i64 %11
  store ptr %add.ptr1, ptr %end, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %12 = load ptr, ptr %l, align 8
  %13 = load ptr, ptr %g.addr, align 8
  %launches2 = getelementptr inbounds nuw %struct.graph, ptr %13, i32 0, i32 0
  %14 = load ptr, ptr %launches2, align 8
  %15 = load i64, ptr %from.addr, align 8
  %add.ptr3 = getelementptr inbounds %struct.launch, ptr %14, i64 %15
  %cmp = icmp ult ptr %12, %add.ptr3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %16 = load ptr, ptr %l, align 8
  %pointers = getelementptr inbounds nuw %struct.launch, ptr %16, i32 0, i32 1
  %17 = load i64, ptr %pointers, align 8
  %18 = load ptr, ptr %bufs, align 8
  %add.ptr4 = getelementptr inbounds ptr, ptr %18, i64 %17
  store ptr %add.ptr4, ptr %bufs, align 8
  %19 = load ptr, ptr %l, align 8
  %vars5 = getelementptr inbounds nuw %struct.launch, ptr %19, i32 0, i32 2
  %20 = load i64, ptr %vars5, align 8
  %21 = load ptr, ptr %vars, align 8
  %add.ptr6 = getelementptr inbounds i64, ptr %21, i64 %20
  store ptr %add.ptr6, ptr %vars, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %22 = load ptr, ptr %l, align 8
  %incdec.ptr = getelementptr inbounds nuw %struct.launch, ptr %22, i32 1
  store ptr %incdec.ptr, ptr %l, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  br label %for.cond7

for.cond7:                                        ; preds = %for.inc28, %for.end
  %23 = load ptr, ptr %l, align 8
  %24 = load ptr, ptr %end, align 8
  %cmp8 = icmp ult ptr %23, %24
  br i1 %cmp8, label %for.body9, label %for.end34

for.body9:                                        ; preds = %for.cond7
  %25 = load ptr, ptr %l, align 8
  %shared = getelementptr inbounds nuw %struct.launch, ptr %25, i32 0, i32 6
  %26 = load i64, ptr %shared, align 8
  %cmp10 = icmp eq i64 %26, 2
  br i1 %cmp10, label %if.then, label %if.end13

if.then:                                          ; preds = %for.body9
  %27 = load ptr, ptr %l, align 8
  %run = getelementptr inbounds nuw %struct.launch, ptr %27, i32 0, i32 0
  %28 = load ptr, ptr %run, align 8
  %29 = load ptr, ptr %bufs, align 8
  %30 = load ptr, ptr %l, align 8
  %pieces = getelementptr inbounds nuw %struct.launch, ptr %30, i32 0, i32 3
  %31 = load i64, ptr %pieces, align 8
  %32 = load i64, ptr %looks.addr, align 8
  %call = call i64 %28(ptr %29, i64 %31, i64 %32)
  store i64 %call, ptr %found, align 8
  %33 = load i64, ptr %found, align 8
  %tobool = icmp ne i64 %33, 0
  br i1 %tobool, label %if.then11, label %if.end

if.then11:                                        ; preds = %if.then
  %34 = load ptr, ptr %l, align 8
  %35 = load ptr, ptr %g.addr, align 8
  %launches12 = getelementptr inbounds nuw %struct.graph, ptr %35, i32 0, i32 0
  %36 = load ptr, ptr %launches12, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %34 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %36 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %mul = mul nsw i64 8, %sub.ptr.div
  %37 = load i64, ptr %found, align 8
  %add = add nsw i64 %mul, %37
  store i64 %add, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %if.then
  store i64 200, ptr %looks.addr, align 8
  br label %for.inc28

if.end13:                                         ; preds = %for.body9
  %38 = load ptr, ptr %l, align 8
  %pieces_from = getelementptr inbounds nuw %struct.launch, ptr %38, i32 0, i32 4
  %39 = load i64, ptr %pieces_from, align 8
  %cmp15 = icmp slt i64 %39, 0
  br i1 %cmp15, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.end13
  %40 = load ptr, ptr %l, align 8
  %pieces16 = getelementptr inbounds nuw %struct.launch, ptr %40, i32 0, i32 3
  %41 = load i64, ptr %pieces16, align 8
  br label %cond.end

cond.false:                                       ; preds = %if.end13
  %42 = load ptr, ptr %values.addr, align 8
  %43 = load ptr, ptr %l, align 8
  %pieces_from17 = getelementptr inbounds nuw %struct.launch, ptr %43, i32 0, i32 4
  %44 = load i64, ptr %pieces_from17, align 8
  %arrayidx18 = getelementptr inbounds i64, ptr %42, i64 %44
  %45 = load i64, ptr %arrayidx18, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %41, %cond.true ], [ %45, %cond.false ]
  store i64 %cond, ptr %pieces14, align 8
  %46 = load ptr, ptr %l, align 8
  %shared19 = getelementptr inbounds nuw %struct.launch, ptr %46, i32 0, i32 6
  %47 = load i64, ptr %shared19, align 8
  %tobool20 = icmp ne i64 %47, 0
  br i1 %tobool20, label %lor.lhs.false, label %if.then22

lor.lhs.false:                                    ; preds = %cond.end
  %48 = load i64, ptr %threads.addr, align 8
  %cmp21 = icmp slt i64 %48, 2
  br i1 %cmp21, label %if.then22, label %if.else

if.then22:                                        ; preds = %lor.lhs.false, %cond.end
  %49 = load ptr, ptr %l, align 8
  %run23 = getelementptr inbounds nuw %struct.launch, ptr %49, i32 0, i32 0
  %50 = load ptr, ptr %run23, align 8
  %51 = load ptr, ptr %bufs, align 8
  %52 = load ptr, ptr %vars, align 8
  %53 = load ptr, ptr %room.addr, align 8
  %54 = load ptr, ptr %g.addr, align 8
  %scratch_at = getelementptr inbounds nuw %struct.graph, ptr %54, i32 0, i32 7
  %55 = load i64, ptr %scratch_at, align 8
  %add.ptr24 = getelementptr inbounds i8, ptr %53, i64 %55
  %56 = load i64, ptr %pieces14, align 8
  call void %50(ptr %51, ptr %52, ptr %add.ptr24, i64 0, i64 %56)
  br label %if.end27

if.else:                                          ; preds = %lor.lhs.false
  %57 = load ptr, ptr %l, align 8
  %58 = load ptr, ptr %bufs, align 8
  %59 = load ptr, ptr %vars, align 8
  %60 = load ptr, ptr %room.addr, align 8
  %61 = load ptr, ptr %g.addr, align 8
  %scratch_at25 = getelementptr inbounds nuw %struct.graph, ptr %61, i32 0, i32 7
  %62 = load i64, ptr %scratch_at25, align 8
  %add.ptr26 = getelementptr inbounds i8, ptr %60, i64 %62
  %63 = load i64, ptr %pieces14, align 8
  %64 = load i64, ptr %threads.addr, align 8
  call void @share(ptr %57, ptr %58, ptr %59, ptr %add.ptr26, i64 %63, i64 %64)
  br label %if.end27

if.end27:                                         ; preds = %if.else, %if.then22
  br label %for.inc28

for.inc28:                                        ; preds = %if.end27, %if.end
  %65 = load ptr, ptr %l, align 8
  %pointers29 = getelementptr inbounds nuw %struct.launch, ptr %65, i32 0, i32 1
  %66 = load i64, ptr %pointers29, align 8
  %67 = load ptr, ptr %bufs, align 8
  %add.ptr30 = getelementptr inbounds ptr, ptr %67, i64 %66
  store ptr %add.ptr30, ptr %bufs, align 8
  %68 = load ptr, ptr %l, align 8
  %vars31 = getelementptr inbounds nuw %struct.launch, ptr %68, i32 0, i32 2
  %69 = load i64, ptr %vars31, align 8
  %70 = load ptr, ptr %vars, align 8
  %add.ptr32 = getelementptr inbounds i64, ptr %70, i64 %69
  store ptr %add.ptr32, ptr %vars, align 8
  %71 = load ptr, ptr %l, align 8
  %incdec.ptr33 = getelementptr inbounds nuw %struct.launch, ptr %71, i32 1
  store ptr %incdec.ptr33, ptr %l, align 8
  br label %for.cond7

for.end34:                                        ; preds = %for.cond7
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %for.end34, %if.then11
  %72 = load i64, ptr %retval, align 8
  ret i64 %72
}

define i64 @heddle_graph_run_steps(ptr %g, ptr %buffers, ptr %values, ptr %room, i64 %threads) {
entry:
  %g.addr = alloca ptr, align 8
  %buffers.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %threads.addr = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %buffers, ptr %buffers.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  %0 = load ptr, ptr %g.addr, align 8
  %1 = load ptr, ptr %buffers.addr, align 8
  %2 = load ptr, ptr %values.addr, align 8
  %3 = load ptr, ptr %room.addr, align 8
  call void @set_arguments(ptr %0, ptr %1, ptr %2, ptr %3)
  %4 = load ptr, ptr %g.addr, align 8
  %5 = load ptr, ptr %values.addr, align 8
  %6 = load ptr, ptr %room.addr, align 8
  %7 = load i64, ptr %threads.addr, align 8
  %call = call i64 @run_steps(ptr %4, ptr %5, ptr %6, i64 %7, i64 0, i64 200)
  ret i64 %call
}

define internal void @set_arguments(ptr %g, ptr %buffers, ptr %values, ptr %room) {
entry:
  %g.addr = alloca ptr, align 8
  %buffers.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %bufs = alloca ptr, align 8
  %vars = alloca ptr, align 8
  %i = alloca i64, align 8
  %i7 = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %buffers, ptr %buffers.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  %0 = load ptr, ptr %room.addr, align 8
  store ptr %0, ptr %bufs, align 8
  %1 = load ptr, ptr %bufs, align 8
  %2 = load ptr, ptr %g.addr, align 8
  %pointer_count = getelementptr inbounds nuw %struct.graph, ptr %2, i32 0, i32 4
  %3 = load i64, ptr %pointer_count, align 8
  %add.ptr = getelementptr inbounds ptr, ptr %1, i64 %3
  store ptr %add.ptr, ptr %vars, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i64, ptr %i, align 8
  %5 = load ptr, ptr %g.addr, align 8
  %pointer_count1 = getelementptr inbounds nuw %struct.graph, ptr %5, i32 0, i32 4
  %6 = load i64, ptr %pointer_count1, align 8
  %cmp = icmp slt i64 %4, %6
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %7 = load ptr, ptr %buffers.addr, align 8
  %8 = load ptr, ptr %g.addr, align 8
  %pointers = getelementptr inbounds nuw %struct.graph, ptr %8, i32 0, i32 3
  %9 = load ptr, ptr %pointers, align 8
  %10 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds %struct.pointer, ptr %9, i64 %10
  %buffer = getelementptr inbounds nuw %struct.pointer, ptr %arrayidx, i32 0, i32 0
  %11 = load i64, ptr %buffer, align 8
  %arrayidx2 = getelementptr inbounds ptr, ptr %7, i64 %11
  %12 = load ptr, ptr %arrayidx2, align 8
  %13 = load ptr, ptr %g.addr, align 8
  %pointers3 = getelementptr inbounds nuw %struct.graph, ptr %13, i32 0, i32 3
  %14 = load ptr, ptr %pointers3, align 8
  %15 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds %struct.pointer, ptr %14, i64 %15
  %offset = getelementptr inbounds nuw %struct.pointer, ptr %arrayidx4, i32 0, i32 1
  %16 = load i64, ptr %offset, align 8
  %add.ptr5 = getelementptr inbounds i8, ptr %12, i64 %16
  %17 = load ptr, ptr %bufs, align 8
  %18 = load i64, ptr %i, align 8
  %arrayidx6 = getelementptr inbounds ptr, ptr %17, i64 %18
  store ptr %add.ptr5, ptr %arrayidx6, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %19 = load i64, ptr %i, align 8
  %inc = add nsw i64 %19, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i64 0, ptr %i7, align 8
  br label %for.cond8

for.cond8:                                        ; preds = %for.inc15, %for.end
  %20 = load i64, ptr %i7, align 8
  %21 = load ptr, ptr %g.addr, align 8
  %var_count = getelementptr inbounds nuw %struct.graph, ptr %21, i32 0, i32 6
  %22 = load i64, ptr %var_count, align 8
  %cmp9 = icmp slt i64 %20, %22
  br i1 %cmp9, label %for.body10, label %for.end17

for.body10:                                       ; preds = %for.cond8
  %23 = load ptr, ptr %values.addr, align 8
  %24 = load ptr, ptr %g.addr, align 8
  %vars11 = getelementptr inbounds nuw %struct.graph, ptr %24, i32 0, i32 5
  %25 = load ptr, ptr %vars11, align 8
  %26 = load i64, ptr %i7, align 8
  %arrayidx12 = getelementptr inbounds i64, ptr %25, i64 %26
  %27 = load i64, ptr %arrayidx12, align 8
  %arrayidx13 = getelementptr inbounds i64, ptr %23, i64 %27
  %28 = load i64, ptr %arrayidx13, align 8
  %29 = load ptr, ptr %vars, align 8
  %30 = load i64, ptr %i7, align 8
  %arrayidx14 = getelementptr inbounds i64, ptr %29, i64 %30
  store i64 %28, ptr %arrayidx14, align 8
  br label %for.inc15

for.inc15:                                        ; preds = %for.body10
  %31 = load i64, ptr %i7, align 8
  %inc16 = add nsw i64 %31, 1
  store i64 %inc16, ptr %i7, align 8
  br label %for.cond8

for.end17:                                        ; preds = %for.cond8
  ret void
}

define i64 @heddle_graph_run(ptr %g, ptr %buffers, ptr %values, ptr %room, i64 %threads, ptr %noted, double %began) {
entry:
  %retval = alloca i64, align 8
  %g.addr = alloca ptr, align 8
  %buffers.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %threads.addr = alloca i64, align 8
  %noted.addr = alloca ptr, align 8
  %began.addr = alloca double, align 8
  %stamps = alloca ptr, align 8
  %bufs = alloca ptr, align 8
  %vars = alloca ptr, align 8
  %l = alloca ptr, align 8
  %stop = alloca i64, align 8
  %end16 = alloca ptr, align 8
  %pieces = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %buffers, ptr %buffers.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  store ptr %noted, ptr %noted.addr, align 8
  store double %began, ptr %began.addr, align 8
  store ptr null, ptr %stamps, align 8
  %0 = load ptr, ptr %noted.addr, align 8
  %tobool = icmp ne ptr %0, null
  br i1 %tobool, label %if.then, label %if.end5

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %noted.addr, align 8
  %owner = getelementptr inbounds nuw %struct.page, ptr %1, i32 0, i32 0
  %2 = load i64, ptr %owner, align 8
  %call = call i64 @thread()
  %cmp = icmp ne i64 %2, %call
  br i1 %cmp, label %if.then2, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.then
  %3 = load ptr, ptr %noted.addr, align 8
  %next = getelementptr inbounds nuw %struct.page, ptr %3, i32 0, i32 1
  %4 = load ptr, ptr %next, align 8
  %5 = load ptr, ptr %noted.addr, align 8
  %end = getelementptr inbounds nuw %struct.page, ptr %5, i32 0, i32 2
  %6 = load ptr, ptr %end, align 8
  %cmp1 = icmp eq ptr %4, %6
  br i1 %cmp1, label %if.then2, label %if.end

if.then2:                                         ; preds = %lor.lhs.false, %if.then
  store i64 1, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %lor.lhs.false
  %7 = load ptr, ptr %noted.addr, align 8
  %next3 = getelementptr inbounds nuw %struct.page, ptr %7, i32 0, i32 1
  %8 = load ptr, ptr %next3, align 8
  store ptr %8, ptr %stamps, align 8
  %9 = load ptr, ptr %g.addr, align 8
  %stop_count = getelementptr inbounds nuw %struct.graph, ptr %9, i32 0, i32 2
  %10 = load i64, ptr %stop_count, align 8
  %add = add nsw i64 2, %10
  %11 = load ptr, ptr %noted.addr, align 8
  %next4 = getelementptr inbounds nuw %struct.page, ptr %11, i32 0, i32 1
  %12 = load ptr, ptr %next4, align 8
  %add.ptr = getelementptr inbounds i64, ptr %12, i64 %add
  store ptr %add.ptr, ptr %next4, align 8
  %13 = load ptr, ptr %stamps, align 8
  %incdec.ptr = getelementptr inbounds nuw i64, ptr %13, i32 1
  store ptr %incdec.ptr, ptr %stamps, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %13, ptr align 8 %began.addr, i64 8, i1 false)
  br label %if.end5

if.end5:                                          ; preds = %if.end, %entry
  %14 = load ptr, ptr %g.addr, align 8
  %15 = load ptr, ptr %buffers.addr, align 8
  %16 = load ptr, ptr %values.addr, align 8
  %17 = load ptr, ptr %room.addr, align 8
  call void @set_arguments(ptr %14, ptr %15, ptr %16, ptr %17)
  %18 = load ptr, ptr %room.addr, align 8
  store ptr %18, ptr %bufs, align 8
  %19 = load ptr, ptr %bufs, align 8
  %20 = load ptr, ptr %g.addr, align 8
  %pointer_count = getelementptr inbounds nuw %struct.graph, ptr %20, i32 0, i32 4
  %21 = load i64, ptr %pointer_count, align 8
  %add.ptr6 = getelementptr inbounds ptr, ptr %19, i64 %21
  store ptr %add.ptr6, ptr %vars, align 8
  %22 = load ptr, ptr %stamps, align 8
  %tobool7 = icmp ne ptr %22, null
  br i1 %tobool7, label %if.then8, label %if.end11

if.then8:                                         ; preds = %if.end5
  %call9 = call i64 @ticks()
  %23 = load ptr, ptr %stamps, align 8
  %incdec.ptr10 = getelementptr inbounds nuw i64, ptr %23, i32 1
  store ptr %incdec.ptr10, ptr %stamps, align 8
  store i64 %call9, ptr %23, align 8
  br label %if.end11

if.end11:                                         ; preds = %if.then8, %if.end5
  %24 = load ptr, ptr %g.addr, align 8
  %launches = getelementptr inbounds nuw %struct.graph, ptr %24, i32 0, i32 0
  %25 = load ptr, ptr %launches, align 8
  store ptr %25, ptr %l, align 8
  %26 = load ptr, ptr %stamps, align 8
  %tobool12 = icmp ne ptr %26, null
  br i1 %tobool12, label %cond.true, label %cond.false

cond.true:                                        ; preds = %if.end11
  br label %cond.end

cond.false:                                       ; preds = %if.end11
  %27 = load ptr, ptr %g.addr, align 8
  %stop_count13 = getelementptr inbounds nuw %struct.graph, ptr %27, i32 0, i32 2
  %28 = load i64, ptr %stop_count13, align 8
  %sub = sub nsw i64 %28, 1
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ 0, %cond.true ], [ %sub, %cond.false ]
  store i64 %cond, ptr %stop, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc47, %cond.end
  %29 = load i64, ptr %stop, align 8
  %30 = load ptr, ptr %g.addr, align 8
  %stop_count14 = getelementptr inbounds nuw %struct.graph, ptr %30, i32 0, i32 2
  %31 = load i64, ptr %stop_count14, align 8
  %cmp15 = icmp slt i64 %29, %31
  br i1 %cmp15, label %for.body, label %for.end48

for.body:                                         ; preds = %for.cond
  %32 = load ptr, ptr %g.addr, align 8
  %launches17 = getelementptr inbounds nuw %struct.graph, ptr %32, i32 0, i32 0
  %33 = load ptr, ptr %launches17, align 8
  %34 = load ptr, ptr %g.addr, align 8
  %stops = getelementptr inbounds nuw %struct.graph, ptr %34, i32 0, i32 1
  %35 = load ptr, ptr %stops, align 8
  %36 = load i64, ptr %stop, align 8
  %arrayidx = getelementptr inbounds i64, ptr %35, i64 %36
  %37 = load i64, ptr %arrayidx, align 8
  %add.ptr18 = getelementptr inbounds %struct.launch, ptr %33, i64 %37
  store ptr %add.ptr18, ptr %end16, align 8
  br label %for.cond19

for.cond19:                                       ; preds = %for.inc, %for.body
  %38 = load ptr, ptr %l, align 8
  %39 = load ptr, ptr %end16, align 8
  %cmp20 = icmp ult ptr %38, %39
  br i1 %cmp20, label %for.body21, label %for.end

for.body21:                                       ; preds = %for.cond19
  %40 = load ptr, ptr %l, align 8
  %pieces_from = getelementptr inbounds nuw %struct.launch, ptr %40, i32 0, i32 4
  %41 = load i64, ptr %pieces_from, align 8
  %cmp22 = icmp slt i64 %41, 0
  br i1 %cmp22, label %cond.true23, label %cond.false25

cond.true23:                                      ; preds = %for.body21
  %42 = load ptr, ptr %l, align 8
  %pieces24 = getelementptr inbounds nuw %struct.launch, ptr %42, i32 0, i32 3
  %43 = load i64, ptr %pieces24, align 8
  br label %cond.end28

cond.false25:                                     ; preds = %for.body21
  %44 = load ptr, ptr %values.addr, align 8
  %45 = load ptr, ptr %l, align 8
  %pieces_from26 = getelementptr inbounds nuw %struct.launch, ptr %45, i32 0, i32 4
  %46 = load i64, ptr %pieces_from26, align 8
  %arrayidx27 = getelementptr inbounds i64, ptr %44, i64 %46
  %47 = load i64, ptr %arrayidx27, align 8
  br label %cond.end28

cond.end28:                                       ; preds = %cond.false25, %cond.true23
  %cond29 = phi i64 [ %43, %cond.true23 ], [ %47, %cond.false25 ]
  store i64 %cond29, ptr %pieces, align 8
  %48 = load ptr, ptr %l, align 8
  %shared = getelementptr inbounds nuw %struct.launch, ptr %48, i32 0, i32 6
  %49 = load i64, ptr %shared, align 8
  %tobool30 = icmp ne i64 %49, 0
  br i1 %tobool30, label %lor.lhs.false31, label %if.then33

lor.lhs.false31:                                  ; preds = %cond.end28
  %50 = load i64, ptr %threads.addr, align 8
  %cmp32 = icmp slt i64 %50, 2
  br i1 %cmp32, label %if.then33, label %if.else

if.then33:                                        ; preds = %lor.lhs.false31, %cond.end28
  %51 = load ptr, ptr %l, align 8
  %run = getelementptr inbounds nuw %struct.launch, ptr %51, i32 0, i32 0
  %52 = load ptr, ptr %run, align 8
  %53 = load ptr, ptr %bufs, align 8
  %54 = load ptr, ptr %vars, align 8
  %55 = load ptr, ptr %room.addr, align 8
  %56 = load ptr, ptr %g.addr, align 8
  %scratch_at = getelementptr inbounds nuw %struct.graph, ptr %56, i32 0, i32 7
  %57 = load i64, ptr %scratch_at, align 8
  %add.ptr34 = getelementptr inbounds i8, ptr %55, i64 %57
  %58 = load i64, ptr %pieces, align 8
  call void %52(ptr %53, ptr %54, ptr %add.ptr34, i64 0, i64 %58)
  br label %if.end37

if.else:                                          ; preds = %lor.lhs.false31
  %59 = load ptr, ptr %l, align 8
  %60 = load ptr, ptr %bufs, align 8
  %61 = load ptr, ptr %vars, align 8
  %62 = load ptr, ptr %room.addr, align 8
  %63 = load ptr, ptr %g.addr, align 8
  %scratch_at35 = getelementptr inbounds nuw %struct.graph, ptr %63, i32 0, i32 7
  %64 = load i64, ptr %scratch_at35, align 8
  %add.ptr36 = getelementptr inbounds i8, ptr %62, i64 %64
  %65 = load i64, ptr %pieces, align 8
  %66 = load i64, ptr %threads.addr, align 8
  call void @share(ptr %59, ptr %60, ptr %61, ptr %add.ptr36, i64 %65, i64 %66)
  br label %if.end37

if.end37:                                         ; preds = %if.else, %if.then33
  br label %for.inc

for.inc:                                          ; preds = %if.end37
  %67 = load ptr, ptr %l, align 8
  %pointers = getelementptr inbounds nuw %struct.launch, ptr %67, i32 0, i32 1
  %68 = load i64, ptr %pointers, align 8
  %69 = load ptr, ptr %bufs, align 8
  %add.ptr38 = getelementptr inbounds ptr, ptr %69, i64 %68
  store ptr %add.ptr38, ptr %bufs, align 8
  %70 = load ptr, ptr %l, align 8
  %vars39 = getelementptr inbounds nuw %struct.launch, ptr %70, i32 0, i32 2
  %71 = load i64, ptr %vars39, align 8
  %72 = load ptr, ptr %vars, align 8
  %add.ptr40 = getelementptr inbounds i64, ptr %72, i64 %71
  store ptr %add.ptr40, ptr %vars, align 8
  %73 = load ptr, ptr %l, align 8
  %incdec.ptr41 = getelementptr inbounds nuw %struct.launch, ptr %73, i32 1
  store ptr %incdec.ptr41, ptr %l, align 8
  br label %for.cond19

for.end:                                          ; preds = %for.cond19
  %74 = load ptr, ptr %stamps, align 8
  %tobool42 = icmp ne ptr %74, null
  br i1 %tobool42, label %if.then43, label %if.end46

if.then43:                                        ; preds = %for.end
  %call44 = call i64 @ticks()
  %75 = load ptr, ptr %stamps, align 8
  %incdec.ptr45 = getelementptr inbounds nuw i64, ptr %75, i32 1
  store ptr %incdec.ptr45, ptr %stamps, align 8
  store i64 %call44, ptr %75, align 8
  br label %if.end46

if.end46:                                         ; preds = %if.then43, %for.end
  br label %for.inc47

for.inc47:                                        ; preds = %if.end46
  %76 = load i64, ptr %stop, align 8
  %inc = add nsw i64 %76, 1
  store i64 %inc, ptr %stop, align 8
  br label %for.cond

for.end48:                                        ; preds = %for.cond
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %for.end48, %if.then2
  %77 = load i64, ptr %retval, align 8
  ret i64 %77
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

define internal void @share(ptr %l, ptr %bufs, ptr %vars, ptr %scratch, i64 %pieces, i64 %threads) {
entry:
  %l.addr = alloca ptr, align 8
  %bufs.addr = alloca ptr, align 8
  %vars.addr = alloca ptr, align 8
  %scratch.addr = alloca ptr, align 8
  %pieces.addr = alloca i64, align 8
  %threads.addr = alloca i64, align 8
  %chunk = alloca i64, align 8
  store ptr %l, ptr %l.addr, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %vars, ptr %vars.addr, align 8
  store ptr %scratch, ptr %scratch.addr, align 8
  store i64 %pieces, ptr %pieces.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  %0 = load i64, ptr %pieces.addr, align 8
  %1 = load i64, ptr %threads.addr, align 8
  %mul = mul nsw i64 %1, 8
  %div = sdiv i64 %0, %mul
  store i64 %div, ptr %chunk, align 8
  %2 = load ptr, ptr %l.addr, align 8
  %run = getelementptr inbounds nuw %struct.launch, ptr %2, i32 0, i32 0
  %3 = load ptr, ptr %run, align 8
  %4 = load ptr, ptr %bufs.addr, align 8
  %5 = load ptr, ptr %vars.addr, align 8
  %6 = load ptr, ptr %scratch.addr, align 8
  %7 = load ptr, ptr %l.addr, align 8
  %stride = getelementptr inbounds nuw %struct.launch, ptr %7, i32 0, i32 5
  %8 = load i64, ptr %stride, align 8
  %9 = load i64, ptr %pieces.addr, align 8
  %10 = load i64, ptr %chunk, align 8
  %tobool = icmp ne i64 %10, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %11 = load i64, ptr %chunk, align 8
  br label %cond.end

cond.false:                                       ; preds = %entry
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %11, %cond.true ], [ 1, %cond.false ]
  %12 = load i64, ptr %threads.addr, align 8
  call void @heddle_pool_run(ptr %3, ptr %4, ptr %5, ptr %6, i64 %8, i64 %9, i64 %cond, i64 %12)
  ret void
}

define void @heddle_graph_copy(ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end) {
entry:
  %bufs.addr = alloca ptr, align 8
  %vars.addr = alloca ptr, align 8
  %scratch.addr = alloca ptr, align 8
  %begin.addr = alloca i64, align 8
  %end.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %vars, ptr %vars.addr, align 8
  store ptr %scratch, ptr %scratch.addr, align 8
  store i64 %begin, ptr %begin.addr, align 8
  store i64 %end, ptr %end.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8
  %2 = load i64, ptr %begin.addr, align 8
  %add.ptr = getelementptr inbounds i8, ptr %1, i64 %2
  %3 = load ptr, ptr %bufs.addr, align 8
  %arrayidx1 = getelementptr inbounds ptr, ptr %3, i64 1
  %4 = load ptr, ptr %arrayidx1, align 8
  %5 = load i64, ptr %begin.addr, align 8
  %add.ptr2 = getelementptr inbounds i8, ptr %4, i64 %5
  %6 = load i64, ptr %end.addr, align 8
  %7 = load i64, ptr %begin.addr, align 8
  %sub = sub nsw i64 %6, %7
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %add.ptr, ptr align 1 %add.ptr2, i64 %sub, i1 false)
  ret void
}

declare i32 @pthread_sigmask(i32, ptr, ptr)

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

define internal ptr @begin_thread(ptr %argument) {
entry:
  %argument.addr = alloca ptr, align 8
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8
  %1 = ptrtoint ptr %0 to i64
  %conv = trunc i64 %1 to i32
  call void @worker(i32 %conv)
  ret ptr null
}

declare i32 @pthread_detach(i64)

define internal void @worker(i32 %who) {
entry:
  %who.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %seen = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp4 = alloca i32, align 4
  %.atomictmp8 = alloca i32, align 4
  %atomic-temp9 = alloca i32, align 4
  store i32 %who, ptr %who.addr, align 4
  br label %for.cond

for.cond:                                         ; preds = %if.end10, %entry
  store i32 0, ptr %i, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.cond
  %0 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %0, 4000
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond1
  %1 = load i32, ptr %who.addr, align 4
  %call = call i32 @has_work(i32 %1)
  %tobool = icmp ne i32 %call, 0
  %lnot = xor i1 %tobool, true
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond1
  %2 = phi i1 [ false, %for.cond1 ], [ %lnot, %land.rhs ]
  br i1 %2, label %for.body, label %for.end

for.body:                                         ; preds = %land.end
  call void asm sideeffect "yield", ""()
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %3 = load i32, ptr %i, align 4
  %inc = add nsw i32 %3, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond1

for.end:                                          ; preds = %land.end
  %4 = load i32, ptr %who.addr, align 4
  %call2 = call i32 @has_work(i32 %4)
  %tobool3 = icmp ne i32 %call2, 0
  br i1 %tobool3, label %if.end10, label %if.then

if.then:                                          ; preds = %for.end
  %5 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2) seq_cst, align 64
  store i32 %5, ptr %atomic-temp, align 4
  %6 = load i32, ptr %atomic-temp, align 4
  store i32 %6, ptr %seen, align 4
  store i32 1, ptr %.atomictmp, align 4
  %7 = load i32, ptr %.atomictmp, align 4
  %8 = atomicrmw add ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 3), i32 %7 seq_cst, align 4
  %9 = add i32 %8, %7
  store i32 %9, ptr %atomic-temp4, align 4
  %10 = load i32, ptr %atomic-temp4, align 4
  %11 = load i32, ptr %who.addr, align 4
  %call5 = call i32 @has_work(i32 %11)
  %tobool6 = icmp ne i32 %call5, 0
  br i1 %tobool6, label %if.end, label %if.then7

if.then7:                                         ; preds = %if.then
  %12 = load i32, ptr %seen, align 4
  call void @wait_for(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2), i32 %12)
  br label %if.end

if.end:                                           ; preds = %if.then7, %if.then
  store i32 1, ptr %.atomictmp8, align 4
  %13 = load i32, ptr %.atomictmp8, align 4
  %14 = atomicrmw sub ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 3), i32 %13 seq_cst, align 4
  %15 = sub i32 %14, %13
  store i32 %15, ptr %atomic-temp9, align 4
  %16 = load i32, ptr %atomic-temp9, align 4
  br label %if.end10

if.end10:                                         ; preds = %if.end, %for.end
  %17 = load i32, ptr %who.addr, align 4
  call void @work(i32 %17)
  br label %for.cond
}

define internal i32 @has_work(i32 %who) {
entry:
  %who.addr = alloca i32, align 4
  %atomic-temp = alloca i64, align 8
  store i32 %who, ptr %who.addr, align 4
  %0 = load i32, ptr %who.addr, align 4
  %1 = load atomic i64, ptr @pool acquire, align 64
  store i64 %1, ptr %atomic-temp, align 8
  %2 = load i64, ptr %atomic-temp, align 8
  %call = call i32 @is_for(i32 %0, i64 %2)
  ret i32 %call
}

define internal void @wait_for(ptr %word, i32 %seen) {
entry:
  %word.addr = alloca ptr, align 8
  %seen.addr = alloca i32, align 4
  store ptr %word, ptr %word.addr, align 8
  store i32 %seen, ptr %seen.addr, align 4
  %0 = load ptr, ptr %word.addr, align 8
  %1 = load i32, ptr %seen.addr, align 4
  %conv = zext i32 %1 to i64
  %call = call i64 (i64, ...) @syscall(i64 98, ptr %0, i64 128, i64 %conv, i64 0, i64 0, i64 0)
  ret void
}

define internal i32 @is_for(i32 %who, i64 %claim) {
entry:
  %who.addr = alloca i32, align 4
  %claim.addr = alloca i64, align 8
  store i32 %who, ptr %who.addr, align 4
  store i64 %claim, ptr %claim.addr, align 8
  %0 = load i64, ptr %claim.addr, align 8
  %conv = trunc i64 %0 to i32
  %cmp = icmp ne i32 %conv, 0
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %1 = load i32, ptr %who.addr, align 4
  %conv2 = zext i32 %1 to i64
  %2 = load i64, ptr %claim.addr, align 8
  %shr = lshr i64 %2, 32
  %cmp3 = icmp ult i64 %conv2, %shr
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp3, %land.rhs ]
  %land.ext = zext i1 %3 to i32
  ret i32 %land.ext
}

declare i64 @syscall(i64, ...)

declare ptr @llvm.thread.pointer.p0()
