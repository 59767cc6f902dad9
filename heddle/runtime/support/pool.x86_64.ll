; Made from pool.c by heddle.runtime.support.pool.generate: clang version 22.1.8 -O0 -emit-llvm, without what names a target or a compiler.
%struct.anon = type { i64, [56 x i8], i32, i32, [56 x i8], i32, i32, [56 x i8], i32, i32, [56 x i8], ptr, ptr, ptr, ptr, i64, i64, i64, i32 }
%struct.graph = type { ptr, i64, ptr, i64, ptr, i64, i64 }
%struct.pointer = type { i64, i64 }
%struct.launch = type { ptr, i64, i64, i64, i64, i64, i64, i64 }

@pool = internal global %struct.anon zeroinitializer, align 64

define i32 @heddle_pool_start(i32 %wanted) {
entry:
  %wanted.addr = alloca i32, align 4
  %all = alloca [16 x i64], align 16
  %old = alloca [16 x i64], align 16
  %thread = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %wanted, ptr %wanted.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %0, 16
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %i, align 4
  %idxprom = sext i32 %1 to i64
  %arrayidx = getelementptr inbounds [16 x i64], ptr %all, i64 0, i64 %idxprom
  store i64 -1, ptr %arrayidx, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %2 = load i32, ptr %i, align 4
  %inc = add nsw i32 %2, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %arraydecay = getelementptr inbounds [16 x i64], ptr %all, i64 0, i64 0
  %arraydecay1 = getelementptr inbounds [16 x i64], ptr %old, i64 0, i64 0
  %call = call i32 @pthread_sigmask(i32 0, ptr %arraydecay, ptr %arraydecay1)
  br label %while.cond

while.cond:                                       ; preds = %while.body, %for.end
  %3 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %4 = load i32, ptr %wanted.addr, align 4
  %cmp2 = icmp slt i32 %3, %4
  br i1 %cmp2, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %5 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %add = add i32 %5, 1
  %conv = zext i32 %add to i64
  %6 = inttoptr i64 %conv to ptr
  %call3 = call i32 @pthread_create(ptr %thread, ptr null, ptr @worker, ptr %6)
  %cmp4 = icmp eq i32 %call3, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %7 = phi i1 [ false, %while.cond ], [ %cmp4, %land.rhs ]
  br i1 %7, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %8 = load i64, ptr %thread, align 8
  %call6 = call i32 @pthread_detach(i64 %8)
  %9 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  %inc7 = add i32 %9, 1
  store i32 %inc7, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  br label %while.cond

while.end:                                        ; preds = %land.end
  %arraydecay8 = getelementptr inbounds [16 x i64], ptr %old, i64 0, i64 0
  %call9 = call i32 @pthread_sigmask(i32 2, ptr %arraydecay8, ptr null)
  %10 = load i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 9), align 4
  ret i32 %10
}

declare i32 @pthread_sigmask(i32, ptr, ptr)

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

define internal ptr @worker(ptr %argument) {
entry:
  %argument.addr = alloca ptr, align 8
  %who = alloca i32, align 4
  %i = alloca i32, align 4
  %seen = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp5 = alloca i32, align 4
  %.atomictmp9 = alloca i32, align 4
  %atomic-temp10 = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8
  %1 = ptrtoint ptr %0 to i64
  %conv = trunc i64 %1 to i32
  store i32 %conv, ptr %who, align 4
  br label %for.cond

for.cond:                                         ; preds = %if.end11, %entry
  store i32 0, ptr %i, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.cond
  %2 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %2, 4000
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond1
  %3 = load i32, ptr %who, align 4
  %call = call i32 @has_work(i32 %3)
  %tobool = icmp ne i32 %call, 0
  %lnot = xor i1 %tobool, true
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond1
  %4 = phi i1 [ false, %for.cond1 ], [ %lnot, %land.rhs ]
  br i1 %4, label %for.body, label %for.end

for.body:                                         ; preds = %land.end
  call void @llvm.x86.sse2.pause()
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %5 = load i32, ptr %i, align 4
  %inc = add nsw i32 %5, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond1

for.end:                                          ; preds = %land.end
  %6 = load i32, ptr %who, align 4
  %call3 = call i32 @has_work(i32 %6)
  %tobool4 = icmp ne i32 %call3, 0
  br i1 %tobool4, label %if.end11, label %if.then

if.then:                                          ; preds = %for.end
  %7 = load atomic i32, ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2) seq_cst, align 64
  store i32 %7, ptr %atomic-temp, align 4
  %8 = load i32, ptr %atomic-temp, align 4
  store i32 %8, ptr %seen, align 4
  store i32 1, ptr %.atomictmp, align 4
  %9 = load i32, ptr %.atomictmp, align 4
  %10 = atomicrmw add ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 3), i32 %9 seq_cst, align 4
  %11 = add i32 %10, %9
  store i32 %11, ptr %atomic-temp5, align 4
  %12 = load i32, ptr %atomic-temp5, align 4
  %13 = load i32, ptr %who, align 4
  %call6 = call i32 @has_work(i32 %13)
  %tobool7 = icmp ne i32 %call6, 0
  br i1 %tobool7, label %if.end, label %if.then8

if.then8:                                         ; preds = %if.then
  %14 = load i32, ptr %seen, align 4
  call void @futex_wait(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2), i32 %14)
  br label %if.end

if.end:                                           ; preds = %if.then8, %if.then
  store i32 1, ptr %.atomictmp9, align 4
  %15 = load i32, ptr %.atomictmp9, align 4
  %16 = atomicrmw sub ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 3), i32 %15 seq_cst, align 4
  %17 = sub i32 %16, %15
  store i32 %17, ptr %atomic-temp10, align 4
  %18 = load i32, ptr %atomic-temp10, align 4
  br label %if.end11

if.end11:                                         ; preds = %if.end, %for.end
  %19 = load i32, ptr %who, align 4
  call void @work(i32 %19)
  br label %for.cond
}

declare i32 @pthread_detach(i64)

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
  call void @futex_wake(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 2), i32 2147483647)
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

define internal void @futex_wake(ptr %word, i32 %count) {
entry:
  %word.addr = alloca ptr, align 8
  %count.addr = alloca i32, align 4
  store ptr %word, ptr %word.addr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load ptr, ptr %word.addr, align 8
  %1 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %1 to i64
  %call = call i64 (i64, ...) @syscall(i64 202, ptr %0, i64 129, i64 %conv, i64 0, i64 0, i64 0)
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
  call void @futex_wake(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5), i32 1)
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
  call void @llvm.x86.sse2.pause()
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
  call void @futex_wait(ptr getelementptr inbounds nuw (%struct.anon, ptr @pool, i32 0, i32 5), i32 %7)
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
  %0 = call i64 @llvm.x86.rdtsc()
  ret i64 %0
}

define void @heddle_graph_run(ptr %g, ptr %buffers, ptr %values, ptr %room, i64 %threads, ptr %stamps) {
entry:
  %g.addr = alloca ptr, align 8
  %buffers.addr = alloca ptr, align 8
  %values.addr = alloca ptr, align 8
  %room.addr = alloca ptr, align 8
  %threads.addr = alloca i64, align 8
  %stamps.addr = alloca ptr, align 8
  %bufs = alloca ptr, align 8
  %vars = alloca ptr, align 8
  %i = alloca i64, align 8
  %i7 = alloca i64, align 8
  %l = alloca ptr, align 8
  %end = alloca ptr, align 8
  %pieces = alloca i64, align 8
  %chunk = alloca i64, align 8
  store ptr %g, ptr %g.addr, align 8
  store ptr %buffers, ptr %buffers.addr, align 8
  store ptr %values, ptr %values.addr, align 8
  store ptr %room, ptr %room.addr, align 8
  store i64 %threads, ptr %threads.addr, align 8
  store ptr %stamps, ptr %stamps.addr, align 8
  %0 = load ptr, ptr %room.addr, align 8
  store ptr %0, ptr %bufs, align 8
  %1 = load ptr, ptr %bufs, align 8
  %2 = load ptr, ptr %g.addr, align 8
  %pointer_count = getelementptr inbounds nuw %struct.graph, ptr %2, i32 0, i32 3
  %3 = load i64, ptr %pointer_count, align 8
  %add.ptr = getelementptr inbounds ptr, ptr %1, i64 %3
  store ptr %add.ptr, ptr %vars, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i64, ptr %i, align 8
  %5 = load ptr, ptr %g.addr, align 8
  %pointer_count1 = getelementptr inbounds nuw %struct.graph, ptr %5, i32 0, i32 3
  %6 = load i64, ptr %pointer_count1, align 8
  %cmp = icmp slt i64 %4, %6
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %7 = load ptr, ptr %buffers.addr, align 8
  %8 = load ptr, ptr %g.addr, align 8
  %pointers = getelementptr inbounds nuw %struct.graph, ptr %8, i32 0, i32 2
  %9 = load ptr, ptr %pointers, align 8
  %10 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds %struct.pointer, ptr %9, i64 %10
  %buffer = getelementptr inbounds nuw %struct.pointer, ptr %arrayidx, i32 0, i32 0
  %11 = load i64, ptr %buffer, align 8
  %arrayidx2 = getelementptr inbounds ptr, ptr %7, i64 %11
  %12 = load ptr, ptr %arrayidx2, align 8
  %13 = load ptr, ptr %g.addr, align 8
  %pointers3 = getelementptr inbounds nuw %struct.graph, ptr %13, i32 0, i32 2
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
  %var_count = getelementptr inbounds nuw %struct.graph, ptr %21, i32 0, i32 5
  %22 = load i64, ptr %var_count, align 8
  %cmp9 = icmp slt i64 %20, %22
  br i1 %cmp9, label %for.body10, label %for.end17

for.body10:                                       ; preds = %for.cond8
  %23 = load ptr, ptr %values.addr, align 8
  %24 = load ptr, ptr %g.addr, align 8
  %vars11 = getelementptr inbounds nuw %struct.graph, ptr %24, i32 0, i32 4
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
  %32 = load ptr, ptr %stamps.addr, align 8
  %tobool = icmp ne ptr %32, null
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %for.end17
  %call = call i64 @ticks()
  %33 = load ptr, ptr %stamps.addr, align 8
  %incdec.ptr = getelementptr inbounds nuw i64, ptr %33, i32 1
  store ptr %incdec.ptr, ptr %stamps.addr, align 8
  store i64 %call, ptr %33, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %for.end17
  %34 = load ptr, ptr %g.addr, align 8
  %launches = getelementptr inbounds nuw %struct.graph, ptr %34, i32 0, i32 0
  %35 = load ptr, ptr %launches, align 8
  store ptr %35, ptr %l, align 8
  %36 = load ptr, ptr %l, align 8
  %37 = load ptr, ptr %g.addr, align 8
  %count = getelementptr inbounds nuw %struct.graph, ptr %37, i32 0, i32 1
  %38 = load i64, ptr %count, align 8
  %add.ptr18 = getelementptr inbounds %struct.launch, ptr %36, i64 %38
  store ptr %add.ptr18, ptr %end, align 8
  br label %for.cond19

for.cond19:                                       ; preds = %for.inc45, %if.end
  %39 = load ptr, ptr %l, align 8
  %40 = load ptr, ptr %end, align 8
  %cmp20 = icmp ult ptr %39, %40
  br i1 %cmp20, label %for.body21, label %for.end51

for.body21:                                       ; preds = %for.cond19
  %41 = load ptr, ptr %l, align 8
  %pieces_from = getelementptr inbounds nuw %struct.launch, ptr %41, i32 0, i32 4
  %42 = load i64, ptr %pieces_from, align 8
  %cmp22 = icmp slt i64 %42, 0
  br i1 %cmp22, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body21
  %43 = load ptr, ptr %l, align 8
  %pieces23 = getelementptr inbounds nuw %struct.launch, ptr %43, i32 0, i32 3
  %44 = load i64, ptr %pieces23, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body21
  %45 = load ptr, ptr %values.addr, align 8
  %46 = load ptr, ptr %l, align 8
  %pieces_from24 = getelementptr inbounds nuw %struct.launch, ptr %46, i32 0, i32 4
  %47 = load i64, ptr %pieces_from24, align 8
  %arrayidx25 = getelementptr inbounds i64, ptr %45, i64 %47
  %48 = load i64, ptr %arrayidx25, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %44, %cond.true ], [ %48, %cond.false ]
  store i64 %cond, ptr %pieces, align 8
  %49 = load i64, ptr %pieces, align 8
  %50 = load i64, ptr %threads.addr, align 8
  %mul = mul nsw i64 %50, 8
  %div = sdiv i64 %49, %mul
  store i64 %div, ptr %chunk, align 8
  %51 = load ptr, ptr %l, align 8
  %shared = getelementptr inbounds nuw %struct.launch, ptr %51, i32 0, i32 6
  %52 = load i64, ptr %shared, align 8
  %tobool26 = icmp ne i64 %52, 0
  br i1 %tobool26, label %lor.lhs.false, label %if.then28

lor.lhs.false:                                    ; preds = %cond.end
  %53 = load i64, ptr %threads.addr, align 8
  %cmp27 = icmp slt i64 %53, 2
  br i1 %cmp27, label %if.then28, label %if.else

if.then28:                                        ; preds = %lor.lhs.false, %cond.end
  %54 = load ptr, ptr %l, align 8
  %run = getelementptr inbounds nuw %struct.launch, ptr %54, i32 0, i32 0
  %55 = load ptr, ptr %run, align 8
  %56 = load ptr, ptr %bufs, align 8
  %57 = load ptr, ptr %vars, align 8
  %58 = load ptr, ptr %room.addr, align 8
  %59 = load ptr, ptr %g.addr, align 8
  %scratch_at = getelementptr inbounds nuw %struct.graph, ptr %59, i32 0, i32 6
  %60 = load i64, ptr %scratch_at, align 8
  %add.ptr29 = getelementptr inbounds i8, ptr %58, i64 %60
  %61 = load i64, ptr %pieces, align 8
  call void %55(ptr %56, ptr %57, ptr %add.ptr29, i64 0, i64 %61)
  br label %if.end38

if.else:                                          ; preds = %lor.lhs.false
  %62 = load ptr, ptr %l, align 8
  %run30 = getelementptr inbounds nuw %struct.launch, ptr %62, i32 0, i32 0
  %63 = load ptr, ptr %run30, align 8
  %64 = load ptr, ptr %bufs, align 8
  %65 = load ptr, ptr %vars, align 8
  %66 = load ptr, ptr %room.addr, align 8
  %67 = load ptr, ptr %g.addr, align 8
  %scratch_at31 = getelementptr inbounds nuw %struct.graph, ptr %67, i32 0, i32 6
  %68 = load i64, ptr %scratch_at31, align 8
  %add.ptr32 = getelementptr inbounds i8, ptr %66, i64 %68
  %69 = load ptr, ptr %l, align 8
  %stride = getelementptr inbounds nuw %struct.launch, ptr %69, i32 0, i32 5
  %70 = load i64, ptr %stride, align 8
  %71 = load i64, ptr %pieces, align 8
  %72 = load i64, ptr %chunk, align 8
  %tobool33 = icmp ne i64 %72, 0
  br i1 %tobool33, label %cond.true34, label %cond.false35

cond.true34:                                      ; preds = %if.else
  %73 = load i64, ptr %chunk, align 8
  br label %cond.end36

cond.false35:                                     ; preds = %if.else
  br label %cond.end36

cond.end36:                                       ; preds = %cond.false35, %cond.true34
  %cond37 = phi i64 [ %73, %cond.true34 ], [ 1, %cond.false35 ]
  %74 = load i64, ptr %threads.addr, align 8
  call void @heddle_pool_run(ptr %63, ptr %64, ptr %65, ptr %add.ptr32, i64 %70, i64 %71, i64 %cond37, i64 %74)
  br label %if.end38

if.end38:                                         ; preds = %cond.end36, %if.then28
  %75 = load ptr, ptr %stamps.addr, align 8
  %tobool39 = icmp ne ptr %75, null
  br i1 %tobool39, label %land.lhs.true, label %if.end44

land.lhs.true:                                    ; preds = %if.end38
  %76 = load ptr, ptr %l, align 8
  %stamped = getelementptr inbounds nuw %struct.launch, ptr %76, i32 0, i32 7
  %77 = load i64, ptr %stamped, align 8
  %tobool40 = icmp ne i64 %77, 0
  br i1 %tobool40, label %if.then41, label %if.end44

if.then41:                                        ; preds = %land.lhs.true
  %call42 = call i64 @ticks()
  %78 = load ptr, ptr %stamps.addr, align 8
  %incdec.ptr43 = getelementptr inbounds nuw i64, ptr %78, i32 1
  store ptr %incdec.ptr43, ptr %stamps.addr, align 8
  store i64 %call42, ptr %78, align 8
  br label %if.end44

if.end44:                                         ; preds = %if.then41, %land.lhs.true, %if.end38
  br label %for.inc45

for.inc45:                                        ; preds = %if.end44
  %79 = load ptr, ptr %l, align 8
  %pointers46 = getelementptr inbounds nuw %struct.launch, ptr %79, i32 0, i32 1
  %80 = load i64, ptr %pointers46, align 8
  %81 = load ptr, ptr %bufs, align 8
  %add.ptr47 = getelementptr inbounds ptr, ptr %81, i64 %80
  store ptr %add.ptr47, ptr %bufs, align 8
  %82 = load ptr, ptr %l, align 8
  %vars48 = getelementptr inbounds nuw %struct.launch, ptr %82, i32 0, i32 2
  %83 = load i64, ptr %vars48, align 8
  %84 = load ptr, ptr %vars, align 8
  %add.ptr49 = getelementptr inbounds i64, ptr %84, i64 %83
  store ptr %add.ptr49, ptr %vars, align 8
  %85 = load ptr, ptr %l, align 8
  %incdec.ptr50 = getelementptr inbounds nuw %struct.launch, ptr %85, i32 1
  store ptr %incdec.ptr50, ptr %l, align 8
  br label %for.cond19

for.end51:                                        ; preds = %for.cond19
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

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

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

declare void @llvm.x86.sse2.pause()

define internal void @futex_wait(ptr %word, i32 %seen) {
entry:
  %word.addr = alloca ptr, align 8
  %seen.addr = alloca i32, align 4
  store ptr %word, ptr %word.addr, align 8
  store i32 %seen, ptr %seen.addr, align 4
  %0 = load ptr, ptr %word.addr, align 8
  %1 = load i32, ptr %seen.addr, align 4
  %conv = zext i32 %1 to i64
  %call = call i64 (i64, ...) @syscall(i64 202, ptr %0, i64 128, i64 %conv, i64 0, i64 0, i64 0)
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

declare i64 @llvm.x86.rdtsc()
